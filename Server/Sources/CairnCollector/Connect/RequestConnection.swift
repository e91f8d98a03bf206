import NIOCore

/// The connection of the request that the current task responds to.
struct RequestConnection: Sendable {
  /// It is nil outside of requests.
  @TaskLocal static var current: RequestConnection?

  var channel: any Channel
  var connections: Connections

  /// Whether the client still waits for the response.
  ///
  /// It does not if it has closed the connection, or its direction of it: which of both, the system
  /// tells only when something is written.
  var hasClient: Bool { connections.hasClient(channel) }
}
