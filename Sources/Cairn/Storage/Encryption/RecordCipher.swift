/// Encrypts what is written, a record or a small file at a time, and tells what it cannot read.
///
/// Safe to use from any thread. What is authenticated is not stored again: who opens must name the same.
package protocol RecordCipher: Sendable {
  /// The bytes that stand for the text: never the same twice.
  func seal(_ text: UnsafeRawBufferPointer, authenticating header: [UInt8]) throws -> [UInt8]
  func open(_ sealed: UnsafeRawBufferPointer, authenticating header: [UInt8]) -> OpenedText
}

/// What was behind sealed bytes.
package enum OpenedText: Equatable, Sendable {
  case text([UInt8])
  /// Changed since, moved from elsewhere, or never whole.
  case damaged
  /// Sealed under a key that is not this one.
  case otherKey
}
