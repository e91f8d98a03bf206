/// Decides whether a request may be sent to a host, based on the host's last responses to all
/// destinations.
///
/// All destinations of a host share one: while it fails, one of them tries it, and the others wait.
/// (M. Nygard, "Release It!", 2007.)
package struct CircuitBreaker: Equatable, Sendable {
  package enum Verdict: Equatable, Sendable {
    case go
    case wait(until: MonotonicTime)
  }

  /// The identifier of a destination that uses the host.
  package typealias ClientID = Int

  private struct Probe: Equatable, Sendable {
    var client: ClientID
    var until: MonotonicTime
  }

  /// The number of consecutive failures, of any destination, that open the breaker.
  package static let threshold = 5
  /// The time for which the other destinations wait for the one that makes an attempt.
  package static let probeTime: Milliseconds = .minutes(1)
  /// The maximum time for which a destination waits for the next attempt of another one.
  package static let maximumWait: Milliseconds = .minutes(5)

  private var failures = 0
  private var failedAt: MonotonicTime = 0
  /// The time of the next permitted attempt; nil while the host works.
  private var openUntil: MonotonicTime?
  /// The attempt that is in progress.
  private var probe: Probe?

  package init() {}

  package var isOpen: Bool { openUntil != nil }

  /// Requests permission for an attempt; an urgent request does not wait for the scheduled time.
  ///
  /// `patience` is the maximum time that the destination would wait after a failure of its own.
  package mutating func admit(
    _ client: ClientID, at now: MonotonicTime, urged: Bool, patience: Milliseconds = maximumWait
  ) -> Verdict {
    guard let openUntil else { return .go }
    if let probe, probe.client != client, now < probe.until { return .wait(until: probe.until) }
    let due = min(openUntil, failedAt + min(patience, Self.maximumWait))
    guard urged || now >= due else { return .wait(until: due) }
    probe = Probe(client: client, until: now + Self.probeTime)
    return .go
  }

  /// Records a failure of the host; the destination makes its next attempt at this time.
  package mutating func failed(_ client: ClientID, at now: MonotonicTime, until: MonotonicTime) {
    failures += 1
    failedAt = now
    if failures >= Self.threshold { openUntil = until }
    abandon(client)
  }

  /// Closes the breaker, because the host responded with any status; returns whether it was open.
  package mutating func answered() -> Bool {
    let wasOpen = isOpen
    self = CircuitBreaker()
    return wasOpen
  }

  /// Records that the attempt has ended without a response.
  package mutating func abandon(_ client: ClientID) {
    if probe?.client == client { probe = nil }
  }
}
