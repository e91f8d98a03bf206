/// Whether a host may be asked, after how it last answered to anybody.
///
/// All destinations of a host share one: while it fails, one of them tries it, and the others wait.
/// (M. Nygard, "Release It!", 2007.) Times are milliseconds of the continuous clock.
package struct CircuitBreaker: Equatable, Sendable {
  package enum Verdict: Equatable, Sendable {
    case go
    case wait(until: Int64)
  }

  /// Who asks.
  package typealias ClientID = Int

  private struct Probe: Equatable, Sendable {
    var client: ClientID
    var until: Int64
  }

  /// So many failures in a row, of whatever destination, open it.
  package static let threshold = 5
  /// How long the others wait for whoever tries.
  package static let probeTime: Int64 = 60_000
  /// The longest that anybody waits for another one's next attempt.
  package static let longestWait: Int64 = 300_000

  private var failures = 0
  private var failedAt: Int64 = 0
  /// When the host may be tried; nil while it works.
  private var openUntil: Int64?
  /// Somebody tries it.
  private var probe: Probe?

  package init() {}

  package var isOpen: Bool { openUntil != nil }

  /// Asks for leave; when urged, without waiting for the time.
  ///
  /// Patience is the longest that whoever asks would wait after a failure of its own.
  package mutating func admit(
    _ client: ClientID, at now: Int64, urged: Bool, patience: Int64 = longestWait
  ) -> Verdict {
    guard let openUntil else { return .go }
    if let probe, probe.client != client, now < probe.until { return .wait(until: probe.until) }
    let due = min(openUntil, failedAt + min(patience, Self.longestWait))
    guard urged || now >= due else { return .wait(until: due) }
    probe = Probe(client: client, until: now + Self.probeTime)
    return .go
  }

  /// The host did not do its work; whoever tried it will do so again at this time.
  package mutating func failed(_ client: ClientID, at now: Int64, until: Int64) {
    failures += 1
    failedAt = now
    if failures >= Self.threshold { openUntil = until }
    abandon(client)
  }

  /// The host answered, whatever it said; whether others have waited for that.
  package mutating func answered() -> Bool {
    let wasOpen = isOpen
    self = CircuitBreaker()
    return wasOpen
  }

  /// Whoever tried has ended without an answer.
  package mutating func abandon(_ client: ClientID) {
    if probe?.client == client { probe = nil }
  }
}
