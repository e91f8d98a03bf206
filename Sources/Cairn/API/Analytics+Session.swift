public import Foundation

extension Analytics {
  /// The identifier of the current session; nil before its first event, and when sessions are off.
  ///
  /// It is in the context of the session's events as `session.id`. The session ends as
  /// `Configuration.sessionTimeout` describes.
  public var sessionID: UUID? { engine?.recorder.session?.id.uuid }
}
