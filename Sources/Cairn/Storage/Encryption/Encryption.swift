/// The encryption of Cairn's files, which an app makes with the product `CairnPrivacy`.
///
/// ```swift
/// configuration.encryption = .chaChaPoly()
/// ```
public struct Encryption: Sendable {
  /// Whether new data is encrypted; true by default.
  ///
  /// Set it to false to turn encryption off: data that an earlier version of the app encrypted is
  /// still read and delivered. Without `Configuration.encryption`, that data would wait for the
  /// key.
  public var isOn = true

  /// Reads or creates the key of an instance; throws when the key is not available now.
  package let cipher: @Sendable (_ instance: String) throws -> any RecordCipher
  /// Destroys the key of an instance.
  package let destroyKey: @Sendable (_ instance: String) throws -> Void

  package init(
    cipher: @escaping @Sendable (_ instance: String) throws -> any RecordCipher,
    destroyKey: @escaping @Sendable (_ instance: String) throws -> Void
  ) {
    self.cipher = cipher
    self.destroyKey = destroyKey
  }
}

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
