/// A regular expression with the semantics of JavaScript's `new RegExp(source, "i")`, for searching
/// in a text.
///
/// It matches UTF-16 code units, not characters, and `$` matches only at the end of the text. Other
/// engines differ: in ICU, `$` also matches before a final line break, and `\d` matches digits of
/// any script.
package struct Pattern: Sendable {
  private let program: PatternProgram

  /// Compiles a pattern; nil when the reference implementation rejects it.
  package init?(_ source: String) {
    var allowance = PatternProgram.greatestLength
    self.init(source, &allowance)
  }

  /// Compiles a pattern.
  ///
  /// - Parameters:
  ///   - source: The source of the pattern.
  ///   - instructions: The number of instructions that are still allowed. Those that were made are
  ///     subtracted, even if the pattern is invalid.
  init?(_ source: String, _ instructions: inout Int) {
    do throws(PatternParser.InvalidPattern) {
      guard instructions > 0 else { throw PatternParser.InvalidPattern() }
      let (node, groups) = try PatternParser.parse(source)
      program = try PatternProgram(node, groups: groups, &instructions)
    } catch {
      return nil
    }
  }

  /// Returns whether any part of the text matches; nil when the limit of steps is reached.
  package func isFound(in text: String) -> Bool? {
    var steps = PatternMatcher.stepsAtOnce
    return isFound(in: text, &steps)
  }

  /// Returns the same with a number of remaining steps, from which the steps taken are subtracted.
  func isFound(in text: String, _ steps: inout Int) -> Bool? {
    do throws(PatternMatcher.LimitReached) {
      return try PatternMatcher.finds(program, in: text, &steps)
    } catch {
      return nil
    }
  }
}
