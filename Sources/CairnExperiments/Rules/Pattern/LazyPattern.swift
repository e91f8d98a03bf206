import Cairn

/// A regular expression of a document, compiled on first use, because few of a large document's are
/// used.
final class LazyPattern: Sendable {
  private enum State: Sendable {
    case source(String)
    /// The compiled pattern; nil when it is invalid or when the document's patterns are too large
    /// together.
    case ready(Pattern?)
  }

  private let state: Locked<State>
  private let allowance: PatternAllowance

  init(_ source: String, _ allowance: PatternAllowance) {
    state = Locked(.source(source))
    self.allowance = allowance
  }

  /// Returns whether any part of the text matches; nil when that is undecidable within the
  /// remaining steps.
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

/// The limit of the total size of a document's patterns: ten of the largest, or thousands of
/// ordinary ones.
package final class PatternAllowance: Sendable {
  private static let mostInstructions = 10 * PatternProgram.greatestLength

  private let left = Locked(mostInstructions)

  package init() {}

  func pattern(_ source: String) -> Pattern? { left.withLock { Pattern(source, &$0) } }
}
