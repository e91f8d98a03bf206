extension LatencyHistogram {
  /// A range of durations, and the number of measurements in it.
  public struct Bucket: Hashable, Sendable {
    /// The range, from its shortest duration up to but not including its upper bound.
    public let range: Range<Duration>
    /// The number of measurements in the range.
    public let count: UInt64
  }
}
