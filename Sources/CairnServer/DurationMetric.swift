#if Server
import Cairn
import CoreMetrics

/// A timer that records the durations added to a histogram since the last update.
struct DurationMetric {
  private let timer: Timer

  init(_ label: String, _ dimensions: [(String, String)], _ factory: any MetricsFactory) {
    timer = Timer(label: label, dimensions: dimensions, factory: factory)
  }

  /// Each duration as the middle of its range, which is at most 6 % away from it.
  func record(_ now: LatencyHistogram, since before: LatencyHistogram?) {
    for bucket in (before.map(now.since) ?? now).buckets {
      let (shortest, longest) = (bucket.range.lowerBound, bucket.range.upperBound)
      let middle = min((shortest + longest) / 2, shortest * 2)
      let (seconds, attoseconds) = middle.components
      let nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
      for _ in 0..<bucket.count { timer.recordNanoseconds(nanoseconds) }
    }
  }
}
#endif
