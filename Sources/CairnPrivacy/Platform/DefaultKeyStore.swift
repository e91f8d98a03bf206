#if canImport(CryptoKit) || Crypto
/// The key store of the platform, for apps that do not choose one.
enum DefaultKeyStore {
  #if canImport(Security) && !os(macOS)
  static func make() -> any KeyStore { KeychainKeyStore() }
  #else
  // A file on macOS too: only a program with an entitlement has access to the keychain that does
  // not prompt the user.
  static func make() -> any KeyStore { FileKeyStore() }
  #endif
}
#endif
