import NIOCore

/// The state of a connection: what it waits for, and since when.
struct ConnectionPhase {
  private struct Body {
    var since: NIODeadline
    var bytes: Int
  }

  private var body: Body?
  private var unanswered = 0
  private var hasAsked = false
  private var quietSince: NIODeadline
  private var stalledSince: NIODeadline?

  init(at now: NIODeadline) {
    quietSince = now
  }

  /// Records that the head of a request was received.
  mutating func asked(at now: NIODeadline) {
    hasAsked = true
    unanswered += 1
    body = Body(since: now, bytes: 0)
  }

  mutating func received(_ bytes: Int) {
    // Bytes after the response are discarded, and extend no deadline.
    if unanswered > 0 { body?.bytes += bytes }
  }

  /// Records that the request and its body were received.
  mutating func ended() {
    body = nil
  }

  /// Records that the response to a request is written.
  mutating func answered(at now: NIODeadline) {
    // Data that is not HTTP gets a response as well, and did not count as a request.
    unanswered = max(0, unanswered - 1)
    if unanswered == 0 {
      quietSince = now
      if body != nil { body = Body(since: now, bytes: 0) }
    }
    // The next request's body was not read before its turn.
    if unanswered == 1 { body?.since = now }
  }

  /// Records whether the client accepts written data.
  mutating func takes(_ isWritable: Bool, at now: NIODeadline) {
    stalledSince = isWritable ? nil : stalledSince ?? now
  }

  /// The time since which the connection waits for its client; nil while a response is due.
  var waitingSince: NIODeadline? {
    if let stalledSince { return stalledSince }
    if let body { return unanswered > 1 ? nil : body.since }
    return unanswered == 0 ? quietSince : nil
  }

  /// Returns the deadline of the wait; nil while a response is due.
  func deadline(_ deadlines: ConnectionDeadlines) -> NIODeadline? {
    guard let since = waitingSince else { return nil }
    if stalledSince != nil { return since + deadlines.answer }
    guard let body else { return since + (hasAsked ? deadlines.idle : deadlines.head) }
    let seconds = body.bytes / max(1, deadlines.bytesPerSecond)
    return since + deadlines.body + .seconds(Int64(seconds))
  }
}

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
  /// The time between two signs of life in a stream, which has no end of its own.
  var beat = Duration.seconds(5)
}
