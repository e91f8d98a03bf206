/// Decides which requests meet a fault.
protocol FaultSource: Sendable {
  /// The fault of the next request, asked for when its connection is accepted, or when the request begins on one that
  /// was kept; nil when it is to pass.
  func next() -> Fault?
}
