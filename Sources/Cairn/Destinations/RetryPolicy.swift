/// The wait before a batch is sent again: exponential back-off with full jitter.
///
/// | attempt failed | 1st | 2nd | 3rd | 4th | … | 9th and later |
/// |---|---|---|---|---|---|---|
/// | waits at most (defaults) | 1 s | 2 s | 4 s | 8 s | … | 256 s, then 300 s |
///
/// No number of attempts ever deletes anything.
public struct RetryPolicy: Hashable, Sendable {
  /// The randomization of a wait.
  public enum Jitter: Hashable, Sendable {
    /// A uniformly random time between 0 and the bound, so that many installations do not retry at
    /// the same time (M. Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015).
    case full
    /// The bound itself: 1, 2, 4 s and so on. Use it for few clients, or if a service requires it.
    case none
  }

  /// The longest wait before the first retry, in seconds; the setting may be from 0.001 to 300.
  ///
  /// The default is 1.
  public var firstDelay: Double
  /// The longest wait before any retry, in seconds; the setting may be from `firstDelay` to 86 400.
  ///
  /// The default is 300. The back-off begins when the time of a server's `Retry-After` ends. A
  /// destination respects `Retry-After` for at most 300 s unless its documentation says otherwise.
  public var maximumDelay: Double
  /// The randomization of the back-off.
  ///
  /// The default is `.full`.
  public var jitter: Jitter
  /// The number of consecutive attempts in a round, including the first one; at least 1.
  ///
  /// After a round the batch is kept, and the next trigger begins another round: the flush
  /// interval, `flushAt` more events, a flush, or the next launch. Nil, the default, means that a
  /// round does not end.
  public var maximumAttempts: Int?

  /// Creates a policy.
  public init(
    firstDelay: Double = 1, maximumDelay: Double = 300, jitter: Jitter = .full,
    maximumAttempts: Int? = nil
  ) {
    self.firstDelay = firstDelay
    self.maximumDelay = maximumDelay
    self.jitter = jitter
    self.maximumAttempts = maximumAttempts
  }

  /// The maximum `Retry-After` that is respected by default.
  package static let ordinaryRetryAfter: Milliseconds = .minutes(5)
  /// The maximum `Retry-After` that can be configured.
  package static let longestRetryAfter: Milliseconds = .days(1)

  /// The longest wait after this many failures in a row, counted from 1.
  package func bound(afterFailures failures: Int) -> Milliseconds {
    let exponent = Double(min(max(failures - 1, 0), 40))
    let bound = min(firstDelay * Double.exp2(exponent), maximumDelay)
    return Milliseconds(clamping: (bound * 1_000).rounded())
  }

  /// The wait after this many failures in a row.
  ///
  /// `Retry-After` is respected within bounds. The server may have sent the same value to all
  /// clients, so the jitter is added to it, and the clients do not retry in the same second.
  package func wait(
    afterFailures failures: Int, asked: Milliseconds?, random: UInt64
  ) -> Milliseconds {
    let bound = bound(afterFailures: failures)
    let most = UInt64(clamping: bound.count)
    let chosen = jitter == .none ? bound : Milliseconds(Int64(random % (most + 1)))
    guard let asked else { return chosen }
    let spread = jitter == .none ? 0 : chosen
    return min(max(0, asked), Self.longestRetryAfter) + spread
  }
}

extension Double {
  fileprivate static func exp2(_ exponent: Double) -> Double {
    Double(sign: .plus, exponent: Int(exponent), significand: 1)
  }
}
