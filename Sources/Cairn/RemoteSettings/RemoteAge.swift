/// The time since remote settings were fetched, independent of changes to the wall clock.
///
/// Within one boot of the machine the continuous clock measures it. Across boots only the wall
/// clock can; if it went back, the age is unknown, and the settings count as expired.
package struct RemoteAge: Equatable, Sendable {
  /// The age at `moment`, in milliseconds.
  package var spent: Int64
  package var moment: Moment
  /// The boot session of `moment`; 0 if it is unknown.
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
