package import Cairn

/// Decides when the document is requested, as a value without a clock.
///
/// | event | request |
/// |---|---|
/// | start | at once, also if a document is stored |
/// | the interval since the last response is over | unless in the background or in low power mode |
/// | the app comes to the foreground, or low power mode ends | if the interval is over |
/// | no network | none until it returns |
/// | the network returns after a failure | at once, unless the server specified a time |
/// | failure | after a back-off with jitter, or when the server specified |
/// | no document at all | also in the background and in low power mode |
package struct RefreshSchedule: Equatable, Sendable {
  /// An input of the schedule.
  package enum Input: Equatable, Sendable {
    /// Time has passed.
    case time
    /// A refresh was requested.
    case asked
    case signal(HostSignal)
    /// A valid response was received.
    case fetched
    /// A request failed; with the server's delay, if any, and a random number for jitter.
    case failed(retryAfter: Milliseconds?, random: UInt64)
  }

  private let interval: Milliseconds
  private let retry: RetryPolicy
  /// Whether there is a document for decisions.
  var hasDocument: Bool
  /// Whether a response is awaited.
  package private(set) var isFetching = false
  private var hasTried = false
  private var isInBack = false
  private var savesPower = false
  private var savesData = false
  private var isOnline = true
  private var failures = 0
  /// Whether the server specified the time of the next request.
  private var isTold = false
  /// The time of the next request.
  private var due: MonotonicTime

  /// Makes a schedule.
  package init(interval: Milliseconds, hasDocument: Bool, at now: MonotonicTime) {
    self.interval = interval
    self.hasDocument = hasDocument
    let longest = Double(interval.count) / 1_000
    retry = RetryPolicy(firstDelay: min(5, longest), maximumDelay: longest)
    due = now
  }

  /// Handles an input; returns whether a request must be sent now.
  ///
  /// After that, no request is due until `fetched` or `failed`.
  package mutating func handle(_ input: Input, at now: MonotonicTime) -> Bool {
    switch input {
    case .time, .asked: break
    case .signal(let signal): handle(signal, at: now)
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

  /// The time at which `time` must be passed next; nil when it would change nothing.
  package var wake: MonotonicTime? { isFetching || !mayAsk ? nil : due }

  private mutating func handle(_ signal: HostSignal, at now: MonotonicTime) {
    switch signal {
    case .offline: isOnline = false
    case .online:
      isOnline = true
      if failures > 0, !isTold { due = now }
    case .foreground: isInBack = false
    case .background, .suspending, .terminating: isInBack = true
    case .lowPower(let saves): savesPower = saves
    case .lowData(let saves): savesData = saves
    case .network: break
    }
  }

  private var mayAsk: Bool {
    isOnline && (!hasDocument || !hasTried || !isInBack && !savesPower && !savesData)
  }
}
