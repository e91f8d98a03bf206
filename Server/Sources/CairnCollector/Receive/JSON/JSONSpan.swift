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
