import Cairn

/// The regular expressions of a schema, made once.
final class Patterns: Sendable {
  /// The longest text, in bytes of UTF-8, that is held against one: no event waits for a plan.
  static let longest = 4_096

  // Expressions are not `Sendable`.
  private let compiled: Locked<[String: Regex<AnyRegexOutput>]>

  init(_ schema: Schema) {
    compiled = Locked(
      Dictionary(
        Self.all(in: schema).compactMap { pattern in Self.compile(pattern).map { (pattern, $0) } },
        uniquingKeysWith: { first, _ in first }))
  }

  /// By Unicode scalars, as JSON Schema counts and compares text.
  static func compile(_ pattern: String) -> Regex<AnyRegexOutput>? {
    (try? Regex(pattern))?.matchingSemantics(.unicodeScalar)
  }

  func matches(_ text: String, _ pattern: String) -> Bool {
    guard text.utf8.count <= Self.longest else { return true }
    return compiled.withLock { compiled in
      guard let expression = compiled[pattern] else { return true }
      return (try? expression.firstMatch(in: text)) != nil
    }
  }

  private static func all(in schema: Schema) -> [String] {
    [schema.pattern].compactMap(\.self)
      + (schema.properties.values + schema.items).flatMap(all(in:))
  }
}
