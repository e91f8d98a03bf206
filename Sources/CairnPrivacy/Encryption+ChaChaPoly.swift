public import Cairn

#if canImport(CryptoKit) || Crypto
extension Encryption {
  /// Encrypts with ChaCha20-Poly1305 (RFC 8439), with a key in the keychain on iOS, tvOS, watchOS
  /// and visionOS, and in a file on other platforms (`FileKeyStore`).
  ///
  /// - Parameter appGroup: The value of `Configuration.appGroup`, so that the processes of the
  ///   group have one key. The app makes it; until then, the events of its extensions wait in
  ///   memory. The default, nil, is a key for each process.
  /// - Returns: The value for `Configuration.encryption`.
  public static func chaChaPoly(appGroup: String? = nil) -> Encryption {
    chaChaPoly(DefaultKeyStore.make(inGroup: appGroup))
  }

  /// Encrypts with ChaCha20-Poly1305 (RFC 8439), with a key from this store.
  public static func chaChaPoly(_ keys: any KeyStore) -> Encryption {
    Encryption(
      cipher: { try ChaChaCipher(key: keys.key(for: $0)) },
      destroyKey: { try keys.destroyKey(for: $0) })
  }

  /// Encrypts with ChaCha20-Poly1305 (RFC 8439), with a key of your own.
  ///
  /// - Parameters:
  ///   - key: Returns the key, 32 bytes that were generated at random once and are the same at
  ///     every call, or throws when it is not available now; see `KeyStore`.
  ///   - destroy: Deletes the key. Called for an erasure, before any file is removed; afterwards
  ///     `key` returns a new one.
  /// - Returns: The value for `Configuration.encryption`.
  public static func chaChaPoly(
    key: @escaping @Sendable () throws -> [UInt8],
    destroy: @escaping @Sendable () throws -> Void
  ) -> Encryption {
    chaChaPoly(ClosureKeyStore(read: key, destroy: destroy))
  }
}

/// A key store that consists of the app's own closures.
struct ClosureKeyStore: KeyStore {
  let read: @Sendable () throws -> [UInt8]
  let destroy: @Sendable () throws -> Void

  func key(for instance: String) throws -> [UInt8] { try read() }

  func destroyKey(for instance: String) throws { try destroy() }
}
#else
extension Encryption {
  /// Requires the package trait `Crypto` on this platform, which has no CryptoKit.
  @available(
    *, unavailable,
    message: "Encryption needs Cairn's trait: .package(url: …, traits: [\"Crypto\"])"
  )
  public static func chaChaPoly(appGroup: String? = nil) -> Encryption {
    Encryption(
      cipher: { _ in throw KeyStoreError("the trait Crypto is disabled") }, destroyKey: { _ in })
  }
}
#endif
