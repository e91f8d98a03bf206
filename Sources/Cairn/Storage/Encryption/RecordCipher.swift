/// Encrypts a record or a small file at a time, and reports data that it cannot decrypt.
///
/// Safe to use from any thread. The authenticated data is not stored: it must be passed again for
/// decryption.
package protocol RecordCipher: Sendable {
  /// Returns the sealed bytes of the text, which differ in every call.
  func seal(_ text: UnsafeRawBufferPointer, authenticating header: [UInt8]) throws -> [UInt8]
  func open(_ sealed: UnsafeRawBufferPointer, authenticating header: [UInt8]) -> OpenedText
}

/// The result of decrypting sealed bytes.
package enum OpenedText: Equatable, Sendable {
  case text([UInt8])
  /// The bytes were changed, moved from another place, or incomplete.
  case damaged
  /// The bytes were sealed with another key.
  case otherKey
}
