import Cairn

/// What a proxy has seen.
struct ProxyCounts: Sendable {
  /// Connections that were reset before a request was read, and requests.
  var requests = 0
  var faults: [Fault: Int] = [:]
  /// Requests that the proxy wanted to pass on, and that failed anyway.
  var mishaps = 0
  /// Requests that followed a redirect, as none should.
  var strays = 0

  /// Those that met a fault, whatever the SDK could make of it.
  var failed: Int { faults.values.reduce(0, +) + mishaps }

  func count(_ kind: Fault.Kind) -> Int {
    faults.reduce(0) { $0 + ($1.key.kind == kind ? $1.value : 0) }
  }

  static func + (left: ProxyCounts, right: ProxyCounts) -> ProxyCounts {
    ProxyCounts(
      requests: left.requests + right.requests,
      faults: left.faults.merging(right.faults, uniquingKeysWith: +),
      mishaps: left.mishaps + right.mishaps, strays: left.strays + right.strays)
  }
}

/// Keeps a proxy's counts.
final class ProxyTally: Sendable {
  private let state = Locked(ProxyCounts())

  var counts: ProxyCounts { state.withLock { $0 } }

  /// Counts a request, and what it met.
  func count(_ fault: Fault?) {
    state.withLock { counts in
      counts.requests += 1
      if let fault { counts.faults[fault, default: 0] += 1 }
    }
  }

  func countMishap() { state.withLock { $0.mishaps += 1 } }
  func countStray() { state.withLock { $0.strays += 1 } }
}
