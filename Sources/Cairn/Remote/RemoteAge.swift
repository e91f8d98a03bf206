/// How long ago remote settings were got: time that has passed, whatever was done to the clock on the wall.
///
/// Within one start of the machine the continuous clock counts; from one to the next only the wall's can, and one that
/// went back says nothing: then they are too old.
package struct RemoteAge: Equatable, Sendable {
  /// Milliseconds up to `moment`.
  package var spent: Int64
  package var moment: Moment
  /// Which start of the machine `moment` belongs to; 0 if nobody knows.
  package var boot: UInt64

  package init(spent: Int64, moment: Moment, boot: UInt64) {
    self.spent = spent
    self.moment = moment
    self.boot = boot
  }

  package func advanced(to now: Moment, boot: UInt64) -> RemoteAge {
    let passed =
      boot != 0 && boot == self.boot
      ? now.continuous.subtractingReportingOverflow(moment.continuous)
      : now.wall.subtractingReportingOverflow(moment.wall)
    guard !passed.overflow, passed.partialValue >= 0, spent >= 0 else {
      return RemoteAge(spent: .max, moment: now, boot: boot)
    }
    let sum = spent.addingReportingOverflow(passed.partialValue)
    return RemoteAge(spent: sum.overflow ? .max : sum.partialValue, moment: now, boot: boot)
  }
}
