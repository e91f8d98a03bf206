import Testing

@testable import CairnCollector

@Suite("A rate limit holds for each key, in bounded memory")
struct TokenBucketsTests {
  private let start = ContinuousClock.now

  @Test("a bucket permits twice the rate at first, then the rate, and returns the time to wait")
  func rate() {
    let buckets = TokenBuckets<String>(now: start)
    let taken = (0..<30).filter { _ in buckets.take("a", perSecond: 10, now: start) == nil }
    #expect(taken.count == 20)
    #expect(buckets.take("a", perSecond: 10, now: start) == .milliseconds(100))
    #expect(buckets.take("b", perSecond: 10, now: start) == nil)
    var count = 0
    for step in 1...1_000 where take(buckets, "a", at: .milliseconds(10 * step)) { count += 1 }
    #expect((99...101).contains(count))
  }

  @Test("a key that stays away for a while has a full bucket, and no more")
  func refill() {
    let buckets = TokenBuckets<String>(now: start)
    for away in [3, 100, 10_000] {
      let now = start + .seconds(away)
      let taken = (0..<50).filter { _ in buckets.take("a", perSecond: 10, now: now) == nil }
      #expect(taken.count == 20)
    }
  }

  @Test("a clock that stands still or moves back refills no bucket")
  func still() {
    let buckets = TokenBuckets<String>(now: start)
    for _ in 0..<20 { _ = buckets.take("a", perSecond: 10, now: start + .seconds(1)) }
    #expect(buckets.take("a", perSecond: 10, now: start) != nil)
  }

  @Test("a flood of a million keys takes bounded memory, and does not reset or block the others")
  func flood() {
    let buckets = TokenBuckets<Int>(capacity: 1_000, now: start)
    for _ in 0..<20 { _ = buckets.take(-1, perSecond: 10, now: start) }
    var accepted = 0
    for key in 0..<1_000_000 {
      if buckets.take(key, perSecond: 10, now: start + .nanoseconds(key)) == nil { accepted += 1 }
      if key % 100_000 == 0 { #expect(buckets.take(-1, perSecond: 10, now: start) != nil) }
    }
    // Those with a bucket of their own, and the shared one.
    #expect((2_990...3_100).contains(accepted))
    #expect(buckets.count <= 2_000)
    #expect(take(buckets, -1, at: .seconds(3)))
    #expect(take(buckets, 7, at: .seconds(5)))
    #expect(buckets.count <= 1_001)
  }

  private func take<Key>(_ buckets: TokenBuckets<Key>, _ key: Key, at time: Duration) -> Bool {
    buckets.take(key, perSecond: 10, now: start + time) == nil
  }
}
