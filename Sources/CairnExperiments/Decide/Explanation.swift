/// The steps of a decision.
package struct Explanation: Hashable, Sendable {
  package struct Step: Hashable, Sendable {
    /// The nesting depth.
    ///
    /// Steps with a greater depth are parts of the preceding step.
    package let depth: Int
    package let text: String
    /// Whether the step passed; nil for a step that only informs.
    package let isPassed: Bool?

    package init(depth: Int, text: String, isPassed: Bool?) {
      self.depth = depth
      self.text = text
      self.isPassed = isPassed
    }
  }

  package private(set) var steps: [Step] = []
  var patternSteps = PatternMatcher.stepsAtOnce
  private var depth = 0

  package init() {}
}

extension Explanation: Trace {
  mutating func note(_ text: @autoclosure () -> String, _ isPassed: Bool?) {
    steps.append(Step(depth: depth, text: text(), isPassed: isPassed))
  }

  mutating func enter(_ text: @autoclosure () -> String) {
    note(text(), nil)
    depth += 1
  }

  mutating func leave() { depth -= 1 }
}
