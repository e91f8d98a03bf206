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
  /// The app's own items, whose key the app group gets.
  private let own: Keychain?
  private let mayMake: Bool

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - service: Separates the apps that share a keychain; by default the bundle's identifier.
  ///   - appGroup: The app group whose processes have one key, which the app makes. The default is
  ///     nil.
  public init(service: String? = nil, appGroup: String? = nil) {
    self.init(service: service, appGroup: appGroup, mayMake: !SystemInfo.isExtension)
  }

  package init(service: String?, appGroup: String?, mayMake: Bool) {
    let app = service ?? Bundle.main.bundleIdentifier ?? "cairn"
    keychain = Keychain(service: appGroup ?? app, group: appGroup, hasDataProtection: true)
    own = appGroup.map { _ in Keychain(service: app, hasDataProtection: true) }
    self.mayMake = mayMake || appGroup == nil
  }

  /// Returns the key of an instance; it is created the first time.
  public func key(for instance: String) throws -> [UInt8] {
    let account = account(instance)
    if let key = try keychain.data(account) {
      // An erasure by an extension must not leave a copy.
      if mayMake { try own?.remove(account) }
      return Array(key)
    }
    guard mayMake else { throw KeyStoreError("the app has not made the key of its group yet") }
    let key =
      try own?.data(account) ?? SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
    if try keychain.add(key, account) {
      try own?.remove(account)
      return Array(key)
    }
    // Another process has added a key first.
    guard let stored = try keychain.data(account) else {
      throw KeyStoreError("the key was removed right after it was created")
    }
    return Array(stored)
  }

  /// Removes the key from the keychain.
  public func destroyKey(for instance: String) throws {
    try keychain.remove(account(instance))
    try own?.remove(account(instance))
  }

  private func account(_ instance: String) -> String { "key.\(instance)" }
}
#endif
