import Cairn
import Foundation

/// The regular expressions of a schema, made once.
///
/// A few dozen characters can keep an expression such as `^(\w+\s?)*$` busy for hours, and no event waits for a plan: so
/// the work is bounded, by steps and not by time, and what would need more is not held against it.
struct Patterns: Sendable {
  /// The longest text, in bytes of UTF-8, that is held against one.
  static let longest = 4_096
  /// How often an event's texts may take 10 000 steps, after which the matcher asks whether to go on.
  ///
  /// All of them together take a few milliseconds.
  static let mostPauses = 4

  private let compiled: [String: NSRegularExpression]

  init(_ schema: Schema) {
    compiled = Dictionary(
      Self.all(in: schema).compactMap { pattern in Self.compile(pattern).map { (pattern, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// One that begins at the start of a text, where it takes up anything before what matches: each place of the text that
  /// were tried for itself would have steps of its own.
  static func compile(_ pattern: String) -> NSRegularExpression? {
    // By itself it is none when it is empty, and may be one within the group when it is none.
    guard pattern.isEmpty || (try? NSRegularExpression(pattern: pattern)) != nil else { return nil }
    return try? NSRegularExpression(pattern: "(?s:.*?)(?:\(pattern))")
  }

  /// Whether the text matches somewhere, or cannot be held against the pattern; takes what it needs of the pauses.
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

  private static func all(in schema: Schema) -> [String] {
    [schema.pattern].compactMap(\.self)
      + (schema.properties.values + schema.items).flatMap(all(in:))
  }
}
