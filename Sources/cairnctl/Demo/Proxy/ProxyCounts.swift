/// What the proxy has seen.
struct ProxyCounts: Sendable {
  /// Requests that arrived whole.
  var requests = 0
  var faults: [Fault: Int] = [:]
  /// Requests that the proxy wanted to pass on, and that failed anyway.
  var mishaps = 0

  var failed: Int { faults.values.reduce(0, +) + mishaps }
}
