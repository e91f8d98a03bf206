/// Whether a host may be asked, after how it last answered to anybody.
///
/// All destinations of a host share one: while it fails, one of them tries it, and the others wait.
/// (M. Nygard, "Release It!", 2007.) Times are milliseconds of the continuous clock.
package struct CircuitBreaker: Equatable, Sendable {
  package enum Verdict: Equatable, Sendable {
    case go
    case wait(until: Int64)
  }

  /// So many failures in a row, of whatever destination, open it.
  package static let threshold = 5
  /// How long the others wait for whoever tries.
  package static let probeTime: Int64 = 60_000

  private var failures = 0
  /// When the host may be tried; nil while it works.
  private var openUntil: Int64?
  /// Somebody tries it.
  private var probeUntil: Int64?

  package init() {}

  package var isOpen: Bool { openUntil != nil }

  /// Asks for leave; when urged, without waiting for the time.
  package mutating func admit(at now: Int64, urged: Bool) -> Verdict {
    guard let openUntil else { return .go }
    if let probeUntil, now < probeUntil { return .wait(until: probeUntil) }
    guard urged || now >= openUntil else { return .wait(until: openUntil) }
    probeUntil = now + Self.probeTime
    return .go
  }

  /// The host did not do its work; whoever tried it will do so again at this time.
  package mutating func failed(until: Int64) {
    failures += 1
    probeUntil = nil
    if failures >= Self.threshold { openUntil = until }
  }

  /// The host answered, whatever it said; whether others have waited for that.
  package mutating func answered() -> Bool {
    let wasOpen = isOpen
    self = CircuitBreaker()
    return wasOpen
  }

  /// Whoever tried has ended without an answer.
  package mutating func abandon() { probeUntil = nil }
}
