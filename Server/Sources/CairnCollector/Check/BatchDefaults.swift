/// The `context` and the `integrations` of a batch, which apply to all its events, as they were
/// sent.
///
/// They are stored once for each batch, and are merged into an event when it is read.
struct BatchDefaults: Sendable, Equatable {
  static let keys = ["context", "integrations"]
  /// The most levels of an event, and of these objects, which become members of it.
  static let maxDepth = 64

  /// The text of each key's object, without empty objects.
  private(set) var objects: [String: ArraySlice<UInt8>] = [:]

  var byteCount: Int { objects.values.reduce(0) { $0 + $1.count } }

  init(_ members: [JSONMember], _ bytes: [UInt8]) throws(JSONSyntaxError) {
    for key in Self.keys {
      guard let span = members[key], span.kind == .object else { continue }
      try Self.check(span)
      if try !Self.isEmpty(span, bytes) { objects[key] = bytes[span.range] }
    }
  }

  /// Creates the defaults of a batch that is stored already.
  init(stored texts: [String?]) {
    for (key, text) in zip(Self.keys, texts) {
      if let text { objects[key] = Array(text.utf8)[...] }
    }
  }

  private static func check(_ span: JSONSpan) throws(JSONSyntaxError) {
    if let offset = span.invalidUTF8 { throw JSONSyntaxError(offset: offset, expected: "UTF-8") }
    if let offset = span.halfPair {
      throw JSONSyntaxError(offset: offset, expected: "both halves of a surrogate pair")
    }
    guard span.depth < maxDepth else {
      throw JSONSyntaxError(
        offset: span.range.lowerBound, expected: "at most \(maxDepth) levels")
    }
  }

  private static func isEmpty(_ span: JSONSpan, _ bytes: [UInt8]) throws(JSONSyntaxError) -> Bool {
    var scanner = JSONScanner(bytes, at: span.range.lowerBound + 1)
    scanner.skipWhitespace()
    return scanner.position == span.range.upperBound - 1
  }
}
