/// Hears each step of a decision.
///
/// What it is not told costs nothing.
protocol Trace {
  /// Those that patterns may still take in what is decided.
  var patternSteps: Int { get set }

  /// A step that was or was not passed; with nil, something to know.
  mutating func note(_ text: @autoclosure () -> String, _ isPassed: Bool?)

  /// What is told until `leave` is part of this.
  mutating func enter(_ text: @autoclosure () -> String)

  mutating func leave()
}

/// For decisions that nobody asks about.
struct Silence: Trace {
  var patternSteps = PatternMatcher.stepsAtOnce

  @inline(__always)
  mutating func note(_ text: @autoclosure () -> String, _ isPassed: Bool?) {}

  @inline(__always)
  mutating func enter(_ text: @autoclosure () -> String) {}

  @inline(__always)
  mutating func leave() {}
}
