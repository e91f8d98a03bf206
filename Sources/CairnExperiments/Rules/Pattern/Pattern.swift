/// A regular expression that is searched for, case ignored, as JavaScript's `new RegExp(source, "i")` means it.
///
/// It knows code units, not characters, and lines end at the end of the text only. No other engine means just the same:
/// to ICU `$` is also before a last line break, and `\d` a digit of any script.
package struct Pattern: Sendable {
  private let program: PatternProgram

  /// Nil when the reference finds it broken.
  package init?(_ source: String) {
    do throws(PatternParser.Broken) {
      let (node, groups) = try PatternParser.parse(source)
      program = try PatternProgram(node, groups: groups)
    } catch {
      return nil
    }
  }

  /// Whether the text has it somewhere; nil when that takes too long to tell.
  package func isFound(in text: String) -> Bool? {
    do throws(PatternMatcher.GivenUp) {
      return try PatternMatcher.finds(program, in: text)
    } catch {
      return nil
    }
  }
}
