/// What is kept of the session for the next run.
package struct SessionRecord: Codable, Equatable, Sendable {
  package var session: Session
  package var isOn: Bool
  /// Milliseconds until the last activity.
  package var duration: Int64
  package var lastWall: Int64
  package var lastContinuous: Int64
  /// The start of the machine that the continuous clock counts from; 0 if nobody knows.
  package var boot: UInt64
  package var campaign: [String: String]
  /// Events that are recorded next, or were a moment before the process was killed: those are recorded again, under the
  /// same identifiers.
  package var promised: [SessionEvent]
  /// Whose session it is, as `Identity.person` says; nil for 0.
  package var person: UInt64?

  package init(
    _ machine: SessionMachine, boot: UInt64, promised: [SessionEvent] = [], person: UInt64 = 0
  ) {
    session = machine.session
    isOn = machine.isOn
    duration = max(0, machine.last.continuous - machine.base)
    lastWall = machine.last.wall
    lastContinuous = machine.last.continuous
    self.boot = boot
    campaign = machine.campaign
    self.promised = promised
    self.person = person == 0 ? nil : person
  }

  /// Milliseconds since the last activity; nil when it cannot be told.
  ///
  /// Over a start of the machine only the clock on the wall can say: one that was set back says nothing.
  func gap(until now: Moment, boot: UInt64) -> Int64? {
    let isSameBoot = boot != 0 && boot == self.boot && now.continuous >= lastContinuous
    let gap = isSameBoot ? now.continuous - lastContinuous : now.wall.subtractingClamped(lastWall)
    return gap >= 0 ? gap : nil
  }
}

extension Int64 {
  /// What a damaged or hostile file says must not trap.
  fileprivate func subtractingClamped(_ other: Int64) -> Int64 {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? .max : difference
  }
}
