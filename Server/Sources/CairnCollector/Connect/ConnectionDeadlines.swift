import NIOCore

/// How long a connection waits for whoever is at its other end.
struct ConnectionDeadlines: Sendable {
  /// From the connection to the end of its first request's head.
  var head = TimeAmount.seconds(20)
  /// From an answer to the end of the next request's head.
  var idle = TimeAmount.seconds(75)
  /// From a request's head to the end of its body, besides the time that its bytes have at ``bytesPerSecond``.
  var body = TimeAmount.seconds(20)
  /// A body that comes more slowly than this is given up.
  ///
  /// The same as that of Apache's `mod_reqtimeout`.
  var bytesPerSecond = 500
  /// As long may a reader take nothing of an answer that is larger than the buffers.
  var answer = TimeAmount.seconds(20)
}
