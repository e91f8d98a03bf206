/// What is known of a session when it is over.
package struct EndedSession: Codable, Hashable, Sendable {
  /// Why it is over.
  package enum Reason: String, Codable, Sendable {
    /// Nothing happened for as long as `Configuration.sessionTimeout` while the process lived.
    case timeout
    /// The process ended, and nothing happened for so long.
    case relaunch
    /// `reset()` was called: another user begins.
    case reset
  }

  package var session: Session
  /// Milliseconds from its first sign of life to the last, by the continuous clock.
  package var duration: Int64
  /// Milliseconds since 1970 at the last one.
  package var endedAt: Int64
  package var reason: Reason

  package init(session: Session, duration: Int64, endedAt: Int64, reason: Reason) {
    self.session = session
    self.duration = duration
    self.endedAt = endedAt
    self.reason = reason
  }
}
