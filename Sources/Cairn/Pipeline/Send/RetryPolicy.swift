/// How long to wait before a batch is tried again: exponential back-off with full jitter.
///
/// | attempt failed | 1st | 2nd | 3rd | 4th | … | 9th and later |
/// |---|---|---|---|---|---|---|
/// | waits at most (defaults) | 1 s | 2 s | 4 s | 8 s | … | 300 s |
///
/// The wait is chosen evenly between nothing and that bound, so that many installations do not come back together
/// (M. Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015). No number of attempts ever deletes
/// anything.
public struct RetryPolicy: Hashable, Sendable {
  /// The bound for the first wait, in seconds; from 0.001 to 300.
  ///
  /// The default is 1.
  public var firstDelay: Double
  /// The greatest bound, in seconds; from `firstDelay` to 86 400.
  ///
  /// The default is 300. A server's `Retry-After` is honoured up to 300 s as well.
  public var longestDelay: Double

  /// Makes a policy.
  public init(firstDelay: Double = 1, longestDelay: Double = 300) {
    self.firstDelay = firstDelay
    self.longestDelay = longestDelay
  }

  package static let longestRetryAfter: Int64 = 300_000

  /// The most milliseconds to wait after this many failures in a row, counted from 1.
  package func bound(afterFailures failures: Int) -> Int64 {
    let exponent = Double(min(max(failures - 1, 0), 40))
    let bound = min(firstDelay * Double.exp2(exponent), longestDelay)
    return Int64((bound * 1_000).rounded())
  }
}

extension Double {
  fileprivate static func exp2(_ exponent: Double) -> Double {
    Double(sign: .plus, exponent: Int(exponent), significand: 1)
  }
}
