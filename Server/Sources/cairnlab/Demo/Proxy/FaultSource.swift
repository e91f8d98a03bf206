/// Decides which requests meet a fault.
protocol FaultSource: Sendable {
  /// Returns the fault of the next request; nil when the request is to pass.
  func next() -> Fault?
}
