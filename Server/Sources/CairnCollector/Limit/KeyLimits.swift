import Foundation
import HTTPTypes

/// The limits on the requests and events of each write key, counted by this collector.
final class KeyLimits: Sendable {
  private struct Usage {
    var day: Int64 = 0
    var events: [String: Int] = [:]
  }

  private let buckets = TokenBuckets<String>()
  private let usage = Locked(Usage())
  private let now: @Sendable () -> Int64

  /// Creates limits.
  ///
  /// - Parameter now: Returns the milliseconds since 1970.
  init(now: @escaping @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1_000) }) {
    self.now = now
  }

  /// - Throws: 429 when the key has sent too many requests, or has used its events of this day.
  func check(_ grant: WriteGrant) throws(Refusal) {
    if let rate = grant.rate, let wait = buckets.take(grant.id, perSecond: rate) {
      throw .rateLimited(wait)
    }
    guard let quota = grant.quota else { return }
    let (now, day) = (now(), EventDay.milliseconds)
    let used = usage.withLock { usage in
      Self.begin(&usage, now / day)
      return usage.events[grant.id] ?? 0
    }
    guard used < quota else {
      throw .quotaExceeded(quota, until: .milliseconds((now / day + 1) * day - now))
    }
  }

  /// Counts events that were stored.
  func count(_ events: Int, of grant: WriteGrant) {
    guard grant.quota != nil else { return }
    let today = now() / EventDay.milliseconds
    usage.withLock { usage in
      Self.begin(&usage, today)
      usage.events[grant.id, default: 0] += events
    }
  }

  private static func begin(_ usage: inout Usage, _ day: Int64) {
    if usage.day != day { usage = Usage(day: day) }
  }
}

extension Refusal {
  static func rateLimited(_ wait: Duration) -> Refusal {
    Refusal(
      status: .tooManyRequests, code: "rateLimited",
      message: "too many requests; send this one again later",
      headers: [.retryAfter: "\(wait.wholeSeconds)"])
  }

  static func quotaExceeded(_ quota: Int, until rest: Duration) -> Refusal {
    Refusal(
      status: .tooManyRequests, code: "quotaExceeded",
      message: "the key may store \(quota) events a day; send this request again tomorrow (UTC)",
      headers: [.retryAfter: "\(rest.wholeSeconds)"])
  }
}

extension Duration {
  /// The number of seconds, rounded up, and at least 1.
  fileprivate var wholeSeconds: Int { max(1, Int((self / .seconds(1)).rounded(.up))) }
}
