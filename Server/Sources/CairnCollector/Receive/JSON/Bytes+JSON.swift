extension [UInt8] {
  /// Returns the text of a JSON string; nil for any other value and for a string that is not
  /// Unicode.
  func text(of span: JSONSpan?) -> String? {
    guard let span, span.kind == .string, span.invalidUTF8 == nil else { return nil }
    return JSONText.decode(self[(span.range.lowerBound + 1)..<(span.range.upperBound - 1)])
  }
}
