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
