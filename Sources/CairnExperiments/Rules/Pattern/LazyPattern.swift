import Cairn

/// A regular expression of a document that is made ready when it is first asked: few of a large document's are.
final class LazyPattern: Sendable {
  private enum State: Sendable {
    case source(String)
    /// Nil when it is broken, or the document's patterns are too large together.
    case ready(Pattern?)
  }

  private let state: Locked<State>
  private let allowance: PatternAllowance

  init(_ source: String, _ allowance: PatternAllowance) {
    state = Locked(.source(source))
    self.allowance = allowance
  }

  /// Whether the text has it somewhere; nil when that cannot be told, or not with the steps that are left.
  func isFound(in text: @autoclosure () -> String, _ steps: inout Int) -> Bool? {
    pattern?.isFound(in: text(), &steps)
  }

  private var pattern: Pattern? {
    state.withLock { state in
      switch state {
      case .ready(let pattern): return pattern
      case .source(let source):
        let pattern = allowance.pattern(source)
        state = .ready(pattern)
        return pattern
      }
    }
  }
}

/// How large the patterns of a document may be together: ten of the largest, and thousands of ordinary ones.
package final class PatternAllowance: Sendable {
  private static let mostInstructions = 10 * PatternProgram.greatestLength

  private let left = Locked(mostInstructions)

  package init() {}

  func pattern(_ source: String) -> Pattern? { left.withLock { Pattern(source, &$0) } }
}
