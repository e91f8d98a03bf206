/// One `"key": value` of a JSON object.
package struct JSONMember: Sendable, Equatable {
  package var key: String
  /// The range from the key's first quote to the value's end.
  package var range: Range<Int>
  package var value: JSONSpan
}

extension [JSONMember] {
  /// Returns the value of a key.
  ///
  /// Of several members with the same name the last one applies, as in JavaScript and Python, so
  /// that sender and collector agree about the event.
  subscript(_ key: String) -> JSONSpan? { last { $0.key == key }?.value }
}
