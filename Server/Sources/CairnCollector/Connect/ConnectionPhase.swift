import NIOCore

/// What a connection waits for, and since when: a state machine as a value.
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

  /// The head of a request is here.
  mutating func asked(at now: NIODeadline) {
    hasAsked = true
    unanswered += 1
    body = Body(since: now, bytes: 0)
  }

  mutating func received(_ bytes: Int) {
    // What comes after the answer is thrown away, and wins no more time.
    if unanswered > 0 { body?.bytes += bytes }
  }

  /// The request is here with its body.
  mutating func ended() {
    body = nil
  }

  /// The answer to a request is written.
  mutating func answered(at now: NIODeadline) {
    // What is no HTTP is answered as well, and was no request.
    unanswered = max(0, unanswered - 1)
    if unanswered == 0 {
      quietSince = now
      if body != nil { body = Body(since: now, bytes: 0) }
    }
    // The next request's body was not read before its turn came.
    if unanswered == 1 { body?.since = now }
  }

  /// The other end takes what is written, or no longer does.
  mutating func takes(_ isWritable: Bool, at now: NIODeadline) {
    stalledSince = isWritable ? nil : stalledSince ?? now
  }

  /// Since when it is the other end's turn; nil while an answer is owed.
  var waitingSince: NIODeadline? {
    if let stalledSince { return stalledSince }
    if let body { return unanswered > 1 ? nil : body.since }
    return unanswered == 0 ? quietSince : nil
  }

  /// When it has waited long enough; nil while an answer is owed.
  func deadline(_ deadlines: ConnectionDeadlines) -> NIODeadline? {
    guard let since = waitingSince else { return nil }
    if stalledSince != nil { return since + deadlines.answer }
    guard let body else { return since + (hasAsked ? deadlines.idle : deadlines.head) }
    let seconds = body.bytes / max(1, deadlines.bytesPerSecond)
    return since + deadlines.body + .seconds(Int64(seconds))
  }
}

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
