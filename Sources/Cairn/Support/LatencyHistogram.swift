/// A histogram of durations: a count for each range, of constant size.
///
/// The width of a range is an eighth of its lower bound, so a reported duration is at most 12.5 %
/// too long, from nanoseconds to hours. Histograms can be added, and `since(_:)` subtracts an
/// earlier histogram from a later one.
public struct LatencyHistogram: Hashable, Sendable {
  private static let octaves = 40
  private static let slots = 8 * (octaves + 1)

  private var counts: [UInt64]
  /// The number of measurements.
  public private(set) var count: UInt64 = 0
  private var sum: Int64 = 0
  private var longest: Int64 = 0

  /// Creates an empty histogram.
  public init() { counts = [UInt64](repeating: 0, count: Self.slots) }

  /// The longest duration; nil when nothing was measured.
  public var max: Duration? { count > 0 ? .nanoseconds(longest) : nil }

  /// The mean; nil when nothing was measured.
  public var mean: Duration? { count > 0 ? .nanoseconds(sum / Int64(clamping: count)) : nil }

  /// The median; nil when nothing was measured.
  public var p50: Duration? { percentile(50) }

  /// The 99th percentile; nil when nothing was measured.
  public var p99: Duration? { percentile(99) }

  /// Returns a percentile, from 0 to 100; nil when nothing was measured.
  ///
  /// The result is the upper bound of the range that contains the percentile, and never more than
  /// `max`.
  public func percentile(_ percent: Double) -> Duration? {
    guard count > 0 else { return nil }
    let share = percent > 0 ? Swift.min(percent, 100) / 100 : 0
    let rank = Swift.max(1, UInt64((share * Double(count)).rounded(.up)))
    var seen: UInt64 = 0
    for (slot, number) in counts.enumerated() {
      seen &+= number
      if seen >= rank { return .nanoseconds(Swift.min(Self.upperBound(slot), longest)) }
    }
    return max
  }

  /// The ranges that contain measurements, shortest first.
  public var buckets: [Bucket] {
    counts.indices.filter { counts[$0] > 0 }.map { slot in
      Bucket(
        range: .nanoseconds(Self.lowerBound(slot))..<(.nanoseconds(Self.upperBound(slot))),
        count: counts[slot])
    }
  }

  /// Returns the measurements after an earlier state of the same histogram.
  ///
  /// The result's `max` is an upper bound.
  public func since(_ earlier: LatencyHistogram) -> LatencyHistogram {
    var later = self
    for slot in counts.indices { later.counts[slot] &-= earlier.counts[slot] }
    later.count &-= earlier.count
    later.sum &-= earlier.sum
    let last = later.counts.lastIndex { $0 > 0 }
    later.longest = last.map { Swift.min(Self.upperBound($0), longest) } ?? 0
    return later
  }

  /// Returns the sum of both histograms.
  public static func + (left: LatencyHistogram, right: LatencyHistogram) -> LatencyHistogram {
    var both = left
    for slot in both.counts.indices { both.counts[slot] &+= right.counts[slot] }
    both.count &+= right.count
    both.sum &+= right.sum
    both.longest = Swift.max(left.longest, right.longest)
    return both
  }

  package mutating func record(_ nanoseconds: Int64) {
    let nanoseconds = Swift.max(0, nanoseconds)
    counts[Self.slot(nanoseconds)] += 1
    count += 1
    sum &+= nanoseconds
    longest = Swift.max(longest, nanoseconds)
  }

  /// Returns a copy with storage of its own, so that the next `record` need not allocate.
  package func copy() -> LatencyHistogram {
    var copy = self
    copy.counts = counts.withUnsafeBufferPointer(Array.init)
    return copy
  }

  /// Returns the slot, from the position of the highest bit and the three bits after it.
  private static func slot(_ nanoseconds: Int64) -> Int {
    guard nanoseconds >= 8 else { return Int(nanoseconds) }
    let shift = 60 - nanoseconds.leadingZeroBitCount
    return Swift.min(8 * shift + Int(nanoseconds >> Int64(shift)), slots - 1)
  }

  private static func lowerBound(_ slot: Int) -> Int64 {
    guard slot >= 8 else { return Int64(slot) }
    return Int64(8 + slot % 8) << Int64(slot / 8 - 1)
  }

  private static func upperBound(_ slot: Int) -> Int64 {
    slot == slots - 1 ? .max : lowerBound(slot + 1)
  }
}

extension LatencyHistogram {
  /// A range of durations, and the number of measurements in it.
  public struct Bucket: Hashable, Sendable {
    /// The range, from its shortest duration up to but not including its upper bound.
    public let range: Range<Duration>
    /// The number of measurements in the range.
    public let count: UInt64
  }
}
