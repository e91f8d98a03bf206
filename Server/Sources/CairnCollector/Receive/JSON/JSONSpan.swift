/// The range and kind of one value in a JSON text.
package struct JSONSpan: Sendable, Equatable {
  package enum Kind: Sendable {
    case object, array, string, number, bool, null
  }

  package var kind: Kind
  /// The range of the value's bytes, without the white space around them.
  package var range: Range<Int>
  /// The nesting depth of objects and arrays in this value, including itself.
  package var depth: Int
  /// The offset of the first invalid UTF-8 in a string of this value, if any.
  package var invalidUTF8: Int?
  /// The offset of the first unpaired surrogate escape in a string of this value, if any.
  package var halfPair: Int?
}

/// One `"key": value` of a JSON object.
package struct JSONMember: Sendable, Equatable {
  package var key: String
  /// The range from the key's first quote to the value's end.
  package var range: Range<Int>
  package var value: JSONSpan

  /// Compares code units: `==` of `String` takes a composed and a decomposed letter for the same.
  func isNamed(_ name: String) -> Bool { key.hasBytes(of: name) }
}

extension [JSONMember] {
  /// Returns the value of a key.
  ///
  /// If several members have the same name, the last one applies, as in JavaScript and Python, so
  /// that sender and collector agree about the event.
  subscript(_ key: String) -> JSONSpan? { last { $0.isNamed(key) }?.value }
}

extension [UInt8] {
  /// Returns the text of a JSON string; nil for any other value and for a string that is not
  /// Unicode.
  func text(of span: JSONSpan?) -> String? {
    guard let span, span.kind == .string, span.invalidUTF8 == nil else { return nil }
    return JSONText.decode(self[(span.range.lowerBound + 1)..<(span.range.upperBound - 1)])
  }
}
