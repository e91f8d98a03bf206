#if canImport(Security) && (canImport(CryptoKit) || Crypto)
import Cairn
import Foundation

#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif

/// Stores keys in the keychain: readable after the first unlock of the device, on this device only,
/// in no backup.
///
/// On macOS this is the data protection keychain, as on iOS, which only programs with an
/// entitlement can access.
public struct KeychainKeyStore: KeyStore {
  private let keychain: Keychain

  /// Creates a store.
  ///
  /// - Parameter service: Separates the apps that share a keychain; by default the bundle's
  ///   identifier.
  public init(service: String? = nil) {
    keychain = Keychain(
      service: service ?? Bundle.main.bundleIdentifier ?? "cairn", hasDataProtection: true)
  }

  /// Returns the key of an instance; it is created the first time.
  public func key(for instance: String) throws -> [UInt8] {
    let account = account(instance)
    if let key = try keychain.data(account) { return Array(key) }
    let key = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
    if try keychain.add(key, account) { return Array(key) }
    // Another process has added a key first.
    guard let stored = try keychain.data(account) else {
      throw KeyStoreError("the key was removed right after it was created")
    }
    return Array(stored)
  }

  /// Removes the key from the keychain.
  public func destroyKey(for instance: String) throws { try keychain.remove(account(instance)) }

  private func account(_ instance: String) -> String { "key.\(instance)" }
}
#endif
