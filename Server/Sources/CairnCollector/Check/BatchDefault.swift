/// An object that a batch says once for all its events: its `context`, or its `integrations`.
struct BatchDefault: Sendable {
  var key: String
  var object: ArraySlice<UInt8>
  /// Each member's key, and its text with the key.
  var members: [(key: String, text: ArraySlice<UInt8>)]

  /// Nil when there is nothing to give: no object, an empty one, or one that is not UTF-8.
  init?(_ key: String, _ span: JSONSpan, _ bytes: [UInt8]) throws(JSONSyntaxError) {
    guard span.kind == .object else { return nil }
    if let offset = span.invalidUTF8 {
      throw JSONSyntaxError(offset: offset, expected: "UTF-8")
    }
    guard span.depth < EventCheck.maxDepth else {
      throw JSONSyntaxError(
        offset: span.range.lowerBound, expected: "at most \(EventCheck.maxDepth) levels")
    }
    var scanner = JSONScanner(bytes, at: span.range.lowerBound)
    members = try scanner.members().map { ($0.key, bytes[$0.range]) }
    object = bytes[span.range]
    self.key = key
    if members.isEmpty { return nil }
  }
}
