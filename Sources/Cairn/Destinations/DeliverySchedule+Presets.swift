/// The waits of other SDKs, for apps that replace one of them.
///
/// The default of `RetryPolicy()` is gentler to a server that has a problem: it waits longer after
/// each failure, and spreads the retries of many installations.
extension RetryPolicy {
  /// The retries of B2Metric's SDK: after 1, 2 and 4 s; the next attempt waits for the next flush.
  public static let b2metric = RetryPolicy(
    firstDelay: 1, maximumDelay: 4, jitter: .none, maximumAttempts: 4)
  /// The retries of Klivvr's SDK: after 1, 2 and 4 s; the next attempt waits for the next flush.
  ///
  /// Unlike that SDK, Cairn does not retry events that the server rejects, such as with status 400.
  public static let klivvr = b2metric
  /// The retries of Convert's SDK for iOS: one second after each failure.
  public static let convert = RetryPolicy(firstDelay: 1, maximumDelay: 1, jitter: .none)
  /// The retries of Adobe's Edge extension: 5 s after each failure.
  public static let adobeEdge = RetryPolicy(firstDelay: 5, maximumDelay: 5, jitter: .none)
}

/// The schedules of other SDKs, for apps that replace one of them.
extension DeliverySchedule {
  /// The schedule of B2Metric's SDK: 20 events or 30 s, and its retries.
  public static let b2metric = DeliverySchedule(
    flushAt: 20, flushInterval: 30, retry: .b2metric)
  /// The schedule of Klivvr's SDK: 20 events or 30 s, and its retries.
  public static let klivvr = DeliverySchedule(flushAt: 20, flushInterval: 30, retry: .klivvr)
  /// The schedule of Convert's SDK for iOS: 10 events or 1 s, and its retries.
  public static let convert = DeliverySchedule(flushAt: 10, flushInterval: 1, retry: .convert)
  /// The schedule of Adobe's Content Analytics extension: 10 events or 2 s, and the retries of the
  /// Edge extension.
  public static let adobeContentAnalytics = DeliverySchedule(
    flushAt: 10, flushInterval: 2, retry: .adobeEdge)
}
