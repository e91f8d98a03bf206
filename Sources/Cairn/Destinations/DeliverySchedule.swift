/// How often a destination is delivered to.
public struct DeliverySchedule: Hashable, Sendable {
  /// How many waiting events make a delivery begin at once; from 1 to 100 000.
  ///
  /// The default is 20.
  public var flushAt: Int
  /// How long the first waiting event waits for others, in seconds; from 0.01 to 86 400.
  ///
  /// The default is 30.
  public var flushInterval: Double
  /// Whether what an earlier launch has left is delivered as soon as the SDK starts.
  ///
  /// The default is true. Otherwise it waits for others like what is new, and counts with them. A batch that was sealed
  /// is sent at once in any case.
  public var deliversAtStart = true
  /// How long a batch that failed waits for the next attempt.
  public var retry: RetryPolicy

  /// Makes a pace.
  public init(
    flushAt: Int = 20, flushInterval: Double = 30, retry: RetryPolicy = RetryPolicy()
  ) {
    self.flushAt = flushAt
    self.flushInterval = flushInterval
    self.retry = retry
  }
}
