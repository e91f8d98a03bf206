import Cairn

/// What a host has answered to all destinations that share it, since the program started.
struct HostWatch: Sendable {
  private var failures = 0
  /// Who tries it while it fails, and since when.
  private var probes: [Int: Int64] = [:]

  var isOpen: Bool { failures >= CircuitBreaker.threshold }

  /// What is wrong with a request of a destination.
  mutating func ask(_ place: Int, at now: Int64) -> String? {
    guard isOpen else { return nil }
    let others = probes.filter { $0.key != place && now < $0.value + CircuitBreaker.probeTime }
    probes[place] = now
    return others.isEmpty ? nil : "CROWDED: \(others.count) others ask a host that fails"
  }

  /// Whoever asked has ended it, and nobody knows what came of that.
  mutating func ended(_ place: Int) { probes[place] = nil }

  mutating func answered(_ place: Int, _ outcome: Outcome) {
    probes[place] = nil
    if case .later = outcome { return failures += 1 }
    failures = 0
    probes = [:]
  }
}
