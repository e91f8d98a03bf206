/// The counts of the last hour at equal distances, for the chart of Health.
final class RateHistory: Sendable {
  /// The time between two counts.
  static let step = Duration.seconds(10)
  private static let most = 361

  struct Sample: Sendable {
    /// Microseconds since 1970.
    var time: Int64
    var totals: CollectorStatistics
  }

  private let samples = Locked<[Sample]>([])

  func add(_ totals: CollectorStatistics, at time: Int64) {
    samples.withLock { samples in
      samples.append(Sample(time: time, totals: totals))
      if samples.count > Self.most { samples.removeFirst(samples.count - Self.most) }
    }
  }

  /// Returns the differences in each minute, the oldest first.
  ///
  /// With several collectors on one store, the counts include those of the others, as of the last
  /// commit of this one.
  func minutes() -> [(time: Int64, added: CollectorStatistics)] {
    let samples = samples.withLock { $0 }
    let stride = 6
    let ends = Swift.stride(from: samples.count - 1, through: stride, by: -stride)
    return ends.reversed().map { end in
      let (first, last) = (samples[end - stride].totals, samples[end].totals)
      var added = CollectorStatistics()
      added.stored = last.stored - first.stored
      added.duplicatesReceived = last.duplicatesReceived - first.duplicatesReceived
      added.conflictsReceived = last.conflictsReceived - first.conflictsReceived
      added.refused = last.refused - first.refused
      added.requests = last.requests - first.requests
      return (samples[end - stride].time, added)
    }
  }
}
