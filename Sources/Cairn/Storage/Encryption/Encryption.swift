/// How what is written is encrypted: made by the product `CairnPrivacy`.
///
/// ```swift
/// configuration.encryption = .chaChaPoly()
/// ```
public struct Encryption: Sendable {
  /// Whether what is written from now on is encrypted; true by default.
  ///
  /// False is how encryption is switched off: what an earlier version of the app encrypted is still read and delivered.
  /// With no `Configuration.encryption` at all it would wait for the key.
  public var isOn = true

  /// Reads the key of an instance, or makes it, and throws when it cannot be had now.
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
