/// The session of another SDK, which continues here if it has not timed out.
package struct InitialSession: Equatable, Sendable {
  package var startedAt: WallTime
  package var lastActivity: WallTime

  package init(startedAt: WallTime, lastActivity: WallTime) {
    self.startedAt = startedAt
    self.lastActivity = lastActivity
  }

  /// Whether the session began in the past and has not timed out.
  func isActive(at now: Moment, timeout: Milliseconds) -> Bool {
    let idle = now.wall - lastActivity
    return startedAt > 0 && startedAt <= lastActivity && idle >= 0 && idle < timeout
  }
}
