import Cairn

/// The counts of a proxy.
struct ProxyCounts: Sendable {
  /// The number of requests, and of connections that were reset before a request was read.
  var requests = 0
  var faults: [Fault: Int] = [:]
  /// The number of requests that the proxy passed on and that failed anyway.
  var mishaps = 0
  /// The number of requests that followed a redirect, which must not happen.
  var strays = 0

  /// The number of requests with a fault, whatever its effect on the SDK.
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
