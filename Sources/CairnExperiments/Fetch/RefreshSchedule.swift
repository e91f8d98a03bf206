package import Cairn

/// When the document is asked for: a pure value, which is told what happens and when.
///
/// | what happens | it is asked for |
/// |---|---|
/// | the start | at once, whatever was kept |
/// | the interval since the last answer is over | if the app is not in the back and the device does not save power |
/// | the app comes to the front, or power is saved no more | if the interval is over |
/// | there is no network | not at all, until there is |
/// | there is a network again, after a failure | at once, unless the server named a time |
/// | a failure | after a back-off with jitter, or when the server says |
/// | there is no document at all | also in the back and while power is saved |
package struct RefreshSchedule: Equatable, Sendable {
  /// What happens.
  package enum Input: Equatable, Sendable {
    /// Time has passed.
    case time
    /// Somebody wants it now.
    case asked
    case signal(HostSignal)
    /// An answer that was in order.
    case fetched
    /// Milliseconds, if the server named them, and chance.
    case failed(retryAfter: Int64?, random: UInt64)
  }

  private let interval: Int64
  private let retry: RetryPolicy
  /// Whether there is one to decide by.
  var hasDocument: Bool
  /// Whether an answer is waited for.
  package private(set) var isFetching = false
  private var hasTried = false
  private var isInBack = false
  private var savesPower = false
  private var isOnline = true
  private var failures = 0
  /// Whether the server named the time.
  private var isTold = false
  /// When it is time, by the continuous clock.
  private var due: Int64

  /// `interval` is in milliseconds.
  package init(interval: Int64, hasDocument: Bool, at now: Int64) {
    self.interval = interval
    self.hasDocument = hasDocument
    let longest = Double(interval) / 1_000
    retry = RetryPolicy(firstDelay: min(5, longest), longestDelay: longest)
    due = now
  }

  /// Takes in what happens; whether to ask now.
  ///
  /// Then nothing is to be asked until `fetched` or `failed`.
  package mutating func handle(_ input: Input, at now: Int64) -> Bool {
    switch input {
    case .time, .asked: break
    case .signal(let signal): hear(signal, at: now)
    case .fetched:
      (isFetching, hasTried, hasDocument, failures) = (false, true, true, 0)
      (due, isTold) = (now + interval, false)
    case .failed(let retryAfter, let random):
      (isFetching, hasTried, failures) = (false, true, failures + 1)
      let asked = retryAfter.map { min($0, RetryPolicy.ordinaryRetryAfter) }
      due = now + retry.wait(afterFailures: failures, asked: asked, random: random)
      isTold = retryAfter != nil
    }
    guard !isFetching, input == .asked || mayAsk && now >= due else { return false }
    isFetching = true
    return true
  }

  /// When `time` is to be said next; nil when that would change nothing.
  package var wake: Int64? { isFetching || !mayAsk ? nil : due }

  private mutating func hear(_ signal: HostSignal, at now: Int64) {
    switch signal {
    case .offline: isOnline = false
    case .online:
      isOnline = true
      if failures > 0, !isTold { due = now }
    case .foreground: isInBack = false
    case .background, .suspending, .terminating: isInBack = true
    case .lowPower(let saves): savesPower = saves
    case .network: break
    }
  }

  private var mayAsk: Bool {
    isOnline && (!hasDocument || !hasTried || !isInBack && !savesPower)
  }
}
