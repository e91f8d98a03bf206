/// A session: a period of use without a long pause.
package struct Session: Codable, Hashable, Sendable {
  /// The identifier of the session, a UUID of version 7.
  package var id: EventID
  /// The number of the session, counted from 1 on this installation.
  package var number: Int
  /// The time of the first activity.
  package var startedAt: WallTime

  package init(id: EventID, number: Int, startedAt: WallTime) {
    self.id = id
    self.number = number
    self.startedAt = startedAt
  }
}

/// A session that has ended.
package struct EndedSession: Codable, Hashable, Sendable {
  /// The reason why a session ended.
  package enum Reason: String, Codable, Sendable {
    /// No activity occurred for `Configuration.sessionTimeout` while the process was running.
    case timeout
    /// The process ended, and no activity occurred for `Configuration.sessionTimeout`.
    case relaunch
    /// `reset()` was called: the next user starts a new session.
    case reset
  }

  package var session: Session
  /// The time from the first activity to the last one, by the continuous clock.
  package var duration: Milliseconds
  /// The time of the last activity.
  package var endedAt: WallTime
  package var reason: Reason

  package init(session: Session, duration: Milliseconds, endedAt: WallTime, reason: Reason) {
    self.session = session
    self.duration = duration
    self.endedAt = endedAt
    self.reason = reason
  }
}
