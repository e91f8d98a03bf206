#if canImport(CryptoKit) || Crypto
/// Where the key lies when nobody says it.
enum DefaultKeyStore {
  #if canImport(Security) && !os(macOS)
  static func make() -> any KeyStore { KeychainKeyStore() }
  #else
  // On macOS too: only a program with an entitlement has the keychain that need not ask the user.
  static func make() -> any KeyStore { FileKeyStore() }
  #endif
}
#endif
