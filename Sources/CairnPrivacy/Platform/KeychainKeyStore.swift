#if canImport(Security)
import Cairn
import Crypto
import Foundation

/// Keeps keys in the keychain: readable from the first unlock of the device on, on this device only, in no backup.
///
/// On macOS it is the keychain of iOS (data protection), which only programs with an entitlement have.
public struct KeychainKeyStore: KeyStore {
  private let service: String

  /// Makes a store.
  ///
  /// - Parameter service: Keeps the apps apart that share a keychain; by default the bundle's identifier.
  public init(service: String? = nil) {
    self.service = service ?? Bundle.main.bundleIdentifier ?? "cairn"
  }

  /// The key of an instance; it is made the first time.
  public func key(for instance: String) throws -> [UInt8] {
    let item = item(instance)
    if let key = try item.read() { return Array(key) }
    return try Array(item.add(SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }))
  }

  /// Removes the key from the keychain.
  public func destroyKey(for instance: String) throws { try item(instance).remove() }

  private func item(_ instance: String) -> KeychainSecret {
    KeychainSecret(service: service, account: "cairn.key.\(instance)")
  }
}
#endif
