/// The times at which events are delivered to a destination.
public struct DeliverySchedule: Hashable, Sendable {
  /// The number of waiting events that starts a delivery immediately; from 1 to 100 000.
  ///
  /// The default is 20.
  public var flushAt: Int
  /// The maximum time, in seconds, that the first waiting event waits for others; from 0.01 to
  /// 86 400.
  ///
  /// The default is 30.
  public var flushInterval: Double
  /// Whether events that an earlier launch left are delivered as soon as the SDK starts.
  ///
  /// The default is true. If false, these events wait and are counted like new events. A sealed
  /// batch is sent immediately in both cases.
  public var deliversAtStart = true
  /// The policy for the waits after failed attempts.
  public var retry: RetryPolicy

  /// Creates a delivery schedule.
  public init(
    flushAt: Int = 20, flushInterval: Double = 30, retry: RetryPolicy = RetryPolicy()
  ) {
    self.flushAt = flushAt
    self.flushInterval = flushInterval
    self.retry = retry
  }
}
