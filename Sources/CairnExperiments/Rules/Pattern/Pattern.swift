/// A regular expression that is searched for, case ignored, as JavaScript's `new RegExp(source, "i")` means it.
///
/// It knows code units, not characters, and lines end at the end of the text only. No other engine means just the same:
/// to ICU `$` is also before a last line break, and `\d` a digit of any script.
package struct Pattern: Sendable {
  private let program: PatternProgram

  /// Nil when the reference finds it broken.
  package init?(_ source: String) {
    var allowance = PatternProgram.greatestLength
    self.init(source, &allowance)
  }

  /// `instructions` is how many there may be, of which it takes those that it needs, also when it is broken.
  init?(_ source: String, _ instructions: inout Int) {
    do throws(PatternParser.Broken) {
      guard instructions > 0 else { throw PatternParser.Broken() }
      let (node, groups) = try PatternParser.parse(source)
      program = try PatternProgram(node, groups: groups, &instructions)
    } catch {
      return nil
    }
  }

  /// Whether the text has it somewhere; nil when that takes too long to tell.
  package func isFound(in text: String) -> Bool? {
    var steps = PatternMatcher.stepsAtOnce
    return isFound(in: text, &steps)
  }

  /// The same with the steps that are left, of which it takes those that it needs.
  func isFound(in text: String, _ steps: inout Int) -> Bool? {
    do throws(PatternMatcher.GivenUp) {
      return try PatternMatcher.finds(program, in: text, &steps)
    } catch {
      return nil
    }
  }
}
