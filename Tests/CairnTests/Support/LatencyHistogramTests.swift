import Cairn
import Testing

@Suite struct LatencyHistogramTests {
  func histogram(_ nanoseconds: some Sequence<Int64>) -> LatencyHistogram {
    var histogram = LatencyHistogram()
    for each in nanoseconds { histogram.record(each) }
    return histogram
  }

  @Test("an empty histogram has no values")
  func empty() {
    let empty = LatencyHistogram()
    #expect(empty.p50 == nil && empty.p99 == nil && empty.max == nil && empty.mean == nil)
    #expect(empty.buckets.isEmpty)
  }

  @Test("percentiles are at most an eighth too much, and never too little")
  func percentiles() throws {
    let all = histogram(1...100_000)
    for (percent, exact) in [(50.0, 50_000.0), (99, 99_000), (99.9, 99_900), (1, 1_000)] {
      let said = try #require(all.percentile(percent)).nanoseconds
      #expect(said >= exact && said <= exact * 1.125 + 1, "\(percent)")
    }
    #expect(all.max == .nanoseconds(100_000))
    #expect(all.percentile(100) == .nanoseconds(100_000))
    #expect(all.mean == .nanoseconds(50_000))
  }

  @Test(
    "every duration is in the range that counts it",
    arguments: [0, 1, 7, 8, 9, 15, 16, 17, 1_000, 1_000_000, 1 << 42, 1 << 43, 1 << 60, .max])
  func ranges(nanoseconds: Int64) throws {
    let bucket = try #require(histogram([nanoseconds]).buckets.first)
    #expect(bucket.count == 1)
    #expect(
      bucket.range.contains(.nanoseconds(nanoseconds))
        || bucket.range.upperBound == .nanoseconds(Int64.max))
  }

  @Test("a clock that goes back counts as no time")
  func negative() { #expect(histogram([-5]).max == .zero) }

  @Test("later measurements are separated from earlier ones, and both add up again")
  func difference() {
    let before = histogram([100, 2_000, 30_000])
    let later = histogram([100, 2_000, 30_000, 100, 500])
    let since = later.since(before)
    #expect(since.count == 2)
    #expect(since.buckets.map(\.count) == histogram([100, 500]).buckets.map(\.count))
    #expect(since.mean == .nanoseconds(300))
    #expect((before + since).buckets == later.buckets)
    #expect(later.since(later).max == nil)
  }
}

extension Duration {
  fileprivate var nanoseconds: Double {
    Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9
  }
}
