import Foundation

/// The state of the session that is stored for the next launch.
package struct SessionRecord: Codable, Equatable, Sendable {
  package var session: Session
  package var isOn: Bool
  /// The time from the session's beginning to the last activity.
  package var duration: Milliseconds
  package var lastWall: WallTime
  package var lastContinuous: MonotonicTime
  /// The identifier of the boot that the continuous clock counts from; 0 if it is unknown.
  package var boot: UInt64
  package var campaign: [String: String]
  /// The session events of an unfinished write.
  ///
  /// If the process is killed during it, the next launch records them again with the same
  /// identifiers, so that receivers can recognise them.
  package var promised: [SessionEvent]
  /// The number of the person whose session it is, see `Identity.person`; nil for 0.
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

  /// Creates the record of a session that another SDK has begun.
  ///
  /// Only the wall clock relates its last activity to this process.
  init(_ initial: InitialSession, id: EventID) {
    session = Session(id: id, number: 1, startedAt: initial.startedAt)
    isOn = true
    duration = initial.lastActivity - initial.startedAt
    lastWall = initial.lastActivity
    lastContinuous = 0
    boot = 0
    campaign = [:]
    promised = []
  }

  /// Decodes a stored record; nil for other bytes.
  package init?(_ bytes: [UInt8]) {
    guard let record = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
    self = record
  }

  /// Returns the time since the last activity; nil when they cannot be determined.
  ///
  /// Across a reboot only the wall clock can tell. If it was set back, the result is nil.
  func gap(until now: Moment, boot: UInt64) -> Milliseconds? {
    let isSameBoot = boot != 0 && boot == self.boot && now.continuous >= lastContinuous
    let gap = isSameBoot ? now.continuous - lastContinuous : now.wall - lastWall
    return gap >= 0 ? gap : nil
  }
}
