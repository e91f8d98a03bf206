/// Where one value lies in a JSON text, and what it is.
package struct JSONSpan: Sendable, Equatable {
  package enum Kind: Sendable {
    case object, array, string, number, bool, null
  }

  package var kind: Kind
  /// The value's bytes, without the white space around them.
  package var range: Range<Int>
  /// How many objects and arrays lie within each other here, this one included.
  package var depth: Int
  /// Where the first string in it stops being UTF-8, if one does.
  package var invalidUTF8: Int?
  /// Where the first string in it has an escaped half of a surrogate pair, if one does.
  package var halfPair: Int?
}

/// One `"key": value` of a JSON object.
package struct JSONMember: Sendable, Equatable {
  package var key: String
  /// From the key's first quote to the value's end.
  package var range: Range<Int>
  package var value: JSONSpan

  /// Compares code units: `==` of `String` takes a composed and a decomposed letter for the same.
  func isNamed(_ name: String) -> Bool { key.utf8.elementsEqual(name.utf8) }
}

extension [JSONMember] {
  /// The value of a key.
  ///
  /// Of several with the same name the last one counts, as in JavaScript and Python, so that sender
  /// and collector agree about what was sent.
  subscript(_ key: String) -> JSONSpan? { last { $0.isNamed(key) }?.value }
}

extension [UInt8] {
  /// The text of a JSON string; nil for any other value and for one that is not Unicode.
  func text(of span: JSONSpan?) -> String? {
    guard let span, span.kind == .string, span.invalidUTF8 == nil else { return nil }
    return JSONText.decode(self[(span.range.lowerBound + 1)..<(span.range.upperBound - 1)])
  }
}
