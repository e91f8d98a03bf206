#if canImport(CryptoKit) || Crypto
import Cairn

/// The key store of the platform, for apps that do not choose one.
enum DefaultKeyStore {
  #if canImport(Security) && !os(macOS)
  static func make(inGroup group: String? = nil) -> any KeyStore {
    KeychainKeyStore(appGroup: group)
  }
  #else
  // A file on macOS too: only a program with an entitlement has access to the keychain that does
  // not prompt the user.
  static func make(inGroup group: String? = nil) -> any KeyStore {
    FileKeyStore(FileKeyStore.defaultDirectory(inGroup: group), PosixFileSystem())
  }
  #endif
}
#endif
