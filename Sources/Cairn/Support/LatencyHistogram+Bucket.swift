extension LatencyHistogram {
  /// A range of durations, and how many fell into it.
  public struct Bucket: Hashable, Sendable {
    /// From its shortest duration to what is just too long for it.
    public let range: Range<Duration>
    /// How many.
    public let count: UInt64
  }
}
