import NIOCore

/// The maximum times that a connection waits for its client.
struct ConnectionDeadlines: Sendable {
  /// The time from the connection to the end of its first request's head.
  var head = TimeAmount.seconds(20)
  /// The time from a response to the end of the next request's head.
  var idle = TimeAmount.seconds(75)
  /// The time from a request's head to the end of its body, in addition to the time that its bytes
  /// may take at ``bytesPerSecond``.
  var body = TimeAmount.seconds(20)
  /// The minimum rate of a body; a slower request is ended.
  ///
  /// The value is that of Apache's `mod_reqtimeout`.
  var bytesPerSecond = 500
  /// The time for which a client may read nothing of a response that is larger than the buffers.
  var answer = TimeAmount.seconds(20)
}
