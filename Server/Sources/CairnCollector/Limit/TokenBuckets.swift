/// A limit on the rate of requests, for each key of many, in bounded memory.
///
/// A bucket holds the requests of two seconds. One that was not used for two seconds is full again,
/// so it can be forgotten: the buckets are kept for two periods of that length at most.
final class TokenBuckets<Key: Hashable & Sendable>: Sendable {
  private struct Bucket {
    var tokens: Double
    var time: ContinuousClock.Instant
  }

  private struct State {
    var current: [Key: Bucket] = [:]
    var previous: [Key: Bucket] = [:]
    var periodStart: ContinuousClock.Instant
    var overflow: Bucket?
  }

  /// The number of seconds in which an empty bucket becomes full.
  private static var period: Double { 2 }
  /// The keys beyond the capacity share one bucket, of the size of this number of buckets.
  private static var overflowFactor: Double { 100 }

  private let capacity: Int
  private let state: Locked<State>

  /// Creates buckets.
  ///
  /// - Parameters:
  ///   - capacity: The maximum number of keys in a period that have a bucket of their own.
  ///   - now: The start of the first period.
  init(capacity: Int = 65_536, now: ContinuousClock.Instant = .now) {
    self.capacity = capacity
    state = Locked(State(periodStart: now))
  }

  /// The number of buckets in memory.
  var count: Int { state.withLock { $0.current.count + $0.previous.count } }

  /// Takes one request from the bucket of a key.
  ///
  /// - Returns: The time until there is one, for a bucket that is empty; nil when it was taken.
  func take(
    _ key: Key, perSecond rate: Int, now: ContinuousClock.Instant = .now
  ) -> Duration? {
    state.withLock { state in
      Self.rotate(&state, now)
      if let bucket = state.current[key] ?? state.previous[key] {
        let (next, wait) = Self.take(bucket, Double(rate), now)
        state.current[key] = next
        return wait
      }
      guard state.current.count < capacity else {
        let (next, wait) = Self.take(state.overflow, Double(rate) * Self.overflowFactor, now)
        state.overflow = next
        return wait
      }
      let (next, wait) = Self.take(nil, Double(rate), now)
      state.current[key] = next
      return wait
    }
  }

  private static func rotate(_ state: inout State, _ now: ContinuousClock.Instant) {
    let age = (now - state.periodStart) / .seconds(1)
    guard age >= period else { return }
    state.previous = age >= 2 * period ? [:] : state.current
    state.current = [:]
    state.periodStart = now
  }

  private static func take(
    _ bucket: Bucket?, _ rate: Double, _ now: ContinuousClock.Instant
  ) -> (Bucket, Duration?) {
    let size = rate * period
    var bucket = bucket ?? Bucket(tokens: size, time: now)
    let seconds = max(0, (now - bucket.time) / .seconds(1))
    bucket.tokens = min(size, bucket.tokens + seconds * rate)
    bucket.time = now
    guard bucket.tokens < 1 else {
      bucket.tokens -= 1
      return (bucket, nil)
    }
    return (bucket, .seconds((1 - bucket.tokens) / rate))
  }
}
