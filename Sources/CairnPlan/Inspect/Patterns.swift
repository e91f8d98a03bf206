import Cairn
import Foundation

/// The compiled regular expressions of a schema.
///
/// A text of a few dozen characters can occupy an expression such as `^(\w+\s?)*$` for hours, and
/// recording must not wait for a plan. The work is therefore limited, by steps and not by time. A
/// text whose match exceeds the limit counts as matching.
struct Patterns: Sendable {
  /// The longest text that is matched, in bytes of UTF-8.
  static let longest = 4_096
  /// The limit for all texts of an event together, in units of 10 000 steps.
  ///
  /// The matcher calls back after each 10 000 steps. The limit takes a few milliseconds.
  static let mostPauses = 4

  private let compiled: [String: NSRegularExpression]

  init(_ schema: PropertySchema) {
    compiled = Dictionary(
      Self.all(in: schema).compactMap { pattern in Self.compile(pattern).map { (pattern, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// Compiles a pattern that is anchored at the start of the text and consumes any prefix itself.
  ///
  /// If the matcher tried each position separately, each would have its own count of steps.
  static func compile(_ pattern: String) -> NSRegularExpression? {
    // `NSRegularExpression` rejects an empty pattern, which is valid here. An invalid pattern could
    // become valid inside the group, so it is checked alone.
    guard pattern.isEmpty || (try? NSRegularExpression(pattern: pattern)) != nil else { return nil }
    return try? NSRegularExpression(pattern: "(?s:.*?)(?:\(pattern))")
  }

  /// Returns whether the text matches the pattern at any position.
  ///
  /// It also returns true if the match cannot be decided: the text is too long, the pattern is not
  /// compiled, or the limit of steps is reached. The steps used are subtracted from `pauses`.
  func matches(_ text: String, _ pattern: String, _ pauses: inout Int) -> Bool {
    guard text.utf8.count <= Self.longest, pauses > 0, let expression = compiled[pattern] else {
      return true
    }
    let range = NSRange(location: 0, length: text.utf16.count)
    var (isFound, left) = (false, pauses)
    expression.enumerateMatches(in: text, options: [.anchored, .reportProgress], range: range) {
      match, _, stop in
      isFound = match != nil
      if !isFound { left -= 1 }
      stop.pointee = ObjCBool(isFound || left == 0)
    }
    pauses = left
    return isFound || left == 0
  }

  private static func all(in schema: PropertySchema) -> [String] {
    [schema.pattern].compactMap(\.self)
      + (schema.properties.values + schema.items).flatMap(all(in:))
  }
}
