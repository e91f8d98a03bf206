/// Receives the steps of a decision.
///
/// The texts are autoclosures, so that a trace that ignores them costs nothing.
protocol Trace {
  /// The number of steps that patterns may still take in this decision.
  var patternSteps: Int { get set }

  /// Records a step that passed or did not pass; nil for a step that only informs.
  mutating func note(_ text: @autoclosure () -> String, _ isPassed: Bool?)

  /// Begins a step that contains all steps until `leave`.
  mutating func enter(_ text: @autoclosure () -> String)

  mutating func leave()
}

/// A trace that records nothing.
struct NoTrace: Trace {
  var patternSteps = PatternMatcher.stepsAtOnce

  @inline(__always)
  mutating func note(_ text: @autoclosure () -> String, _ isPassed: Bool?) {}

  @inline(__always)
  mutating func enter(_ text: @autoclosure () -> String) {}

  @inline(__always)
  mutating func leave() {}
}
