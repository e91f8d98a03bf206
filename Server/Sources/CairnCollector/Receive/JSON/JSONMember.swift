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
