/// Decides which requests have a fault.
protocol FaultSource: Sendable {
  /// Returns the fault of the next request; nil when the request must pass.
  func next() -> Fault?
}
