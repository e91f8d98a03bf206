/// The time since remote settings were fetched, independent of changes to the wall clock.
///
/// Within one boot of the machine the continuous clock measures it. Across boots only the wall
/// clock can; if it went back, the age is unknown, and the settings count as expired.
package struct RemoteAge: Equatable, Sendable {
  /// The age at `moment`.
  package var spent: Milliseconds
  package var moment: Moment
  /// The boot session of `moment`; 0 if it is unknown.
  package var boot: UInt64

  package init(spent: Milliseconds, moment: Moment, boot: UInt64) {
    self.spent = spent
    self.moment = moment
    self.boot = boot
  }

  package func advanced(to now: Moment, boot: UInt64) -> RemoteAge {
    let passed =
      boot != 0 && boot == self.boot
      ? now.continuous - moment.continuous : now.wall - moment.wall
    let isKnown = passed >= 0 && spent >= 0
    return RemoteAge(spent: isKnown ? spent + passed : .max, moment: now, boot: boot)
  }
}
