#if canImport(Security)
package import Foundation
import Security

/// Small things in the keychain: they outlive the app, are readable from the device's first unlock on, and are never
/// restored on another device.
package struct Keychain: Sendable {
  private let service: String
  private let hasDataProtection: Bool

  /// `service` keeps the apps apart that share a keychain.
  ///
  /// With `hasDataProtection` it is on macOS the keychain that iOS has; the older one there asks the user, and knows no
  /// unlocking.
  package init(service: String, hasDataProtection: Bool = false) {
    self.service = service
    self.hasDataProtection = hasDataProtection
  }

  /// Nil when there is no such item.
  package func data(_ account: String) throws(KeychainError) -> Data? {
    let query = item(account)
    query.setObject(NSNumber(value: true), forKey: kSecReturnData as NSString)
    var found: AnyObject?
    let status = SecItemCopyMatching(query as CFDictionary, &found)
    if status == errSecItemNotFound { return nil }
    guard status == errSecSuccess, let data = found as? NSData else {
      throw KeychainError("SecItemCopyMatching", status)
    }
    return Data(referencing: data)
  }

  /// Whether the item was added; false when there is one.
  package func add(_ data: Data, _ account: String) throws(KeychainError) -> Bool {
    let query = item(account)
    query.setObject(NSData(data: data), forKey: kSecValueData as NSString)
    // Events are recorded while the device is locked, too; and no backup brings the item to another device.
    query.setObject(
      kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly as NSString,
      forKey: kSecAttrAccessible as NSString)
    let status = SecItemAdd(query as CFDictionary, nil)
    guard status == errSecSuccess || status == errSecDuplicateItem else {
      throw KeychainError("SecItemAdd", status)
    }
    return status == errSecSuccess
  }

  /// Changes the item, or adds it.
  package func set(_ data: Data, _ account: String) throws(KeychainError) {
    let change = NSMutableDictionary()
    change.setObject(NSData(data: data), forKey: kSecValueData as NSString)
    let status = SecItemUpdate(item(account) as CFDictionary, change as CFDictionary)
    if status == errSecSuccess { return }
    guard status == errSecItemNotFound, try add(data, account) else {
      throw KeychainError("SecItemUpdate", status)
    }
  }

  /// No error when there is no such item.
  package func remove(_ account: String) throws(KeychainError) {
    let status = SecItemDelete(item(account) as CFDictionary)
    guard status == errSecSuccess || status == errSecItemNotFound else {
      throw KeychainError("SecItemDelete", status)
    }
  }

  private func item(_ account: String) -> NSMutableDictionary {
    let item = NSMutableDictionary()
    item.setObject(kSecClassGenericPassword as NSString, forKey: kSecClass as NSString)
    item.setObject(NSString(string: service), forKey: kSecAttrService as NSString)
    item.setObject(NSString(string: "cairn.\(account)"), forKey: kSecAttrAccount as NSString)
    if hasDataProtection {
      item.setObject(NSNumber(value: true), forKey: kSecUseDataProtectionKeychain as NSString)
    }
    return item
  }
}

/// The same for short texts.
extension Keychain {
  package func read(_ account: String) throws(KeychainError) -> String? {
    try data(account).map { String(decoding: $0, as: UTF8.self) }
  }

  package func add(_ text: String, _ account: String) throws(KeychainError) -> Bool {
    try add(Data(text.utf8), account)
  }

  package func set(_ text: String, _ account: String) throws(KeychainError) {
    try set(Data(text.utf8), account)
  }
}

/// What a call of the keychain answered instead of doing what it was asked.
package struct KeychainError: Error, CustomStringConvertible {
  package let description: String

  init(_ call: String, _ status: OSStatus) { description = "\(call): OSStatus \(status)" }
}
#endif
