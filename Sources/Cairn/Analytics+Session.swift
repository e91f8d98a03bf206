public import Foundation

extension Analytics {
  /// The session that is on; nil before its first event, and where there are no sessions.
  ///
  /// It is in the context of its events as `session.id`, and ends as `Configuration.sessionTimeout` says.
  public var sessionID: UUID? { engine?.recorder.session?.id.uuid }
}
