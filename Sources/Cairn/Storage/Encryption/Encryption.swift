/// The encryption of the files on disk; the product `CairnPrivacy` creates it.
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
