import Cairn

/// Maintains a proxy's counts.
final class ProxyTally: Sendable {
  private let state = Locked(ProxyCounts())

  var counts: ProxyCounts { state.withLock { $0 } }

  /// Counts a request and its fault.
  func count(_ fault: Fault?) {
    state.withLock { counts in
      counts.requests += 1
      if let fault { counts.faults[fault, default: 0] += 1 }
    }
  }

  func countMishap() { state.withLock { $0.mishaps += 1 } }
  func countStray() { state.withLock { $0.strays += 1 } }
}
