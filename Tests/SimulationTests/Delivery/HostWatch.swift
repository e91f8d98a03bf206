import Cairn

/// The responses of a host to all destinations that share it, since the program started.
struct HostWatch: Sendable {
  private var failures = 0
  /// The destinations that probe it while it fails, with the times of their probes.
  private var probes: [Int: MonotonicTime] = [:]

  var isOpen: Bool { failures >= CircuitBreaker.threshold }

  /// Returns the problem of a destination's request, if any.
  mutating func ask(_ place: Int, at now: MonotonicTime) -> String? {
    guard isOpen else { return nil }
    let others = probes.filter { $0.key != place && now < $0.value + CircuitBreaker.probeTime }
    probes[place] = now
    return others.isEmpty ? nil : "CROWDED: \(others.count) others ask a host that fails"
  }

  /// Records that a destination has ended its probe without a known result.
  mutating func ended(_ place: Int) { probes[place] = nil }

  mutating func answered(_ place: Int, _ outcome: Outcome) {
    probes[place] = nil
    if case .later = outcome { return failures += 1 }
    failures = 0
    probes = [:]
  }
}
