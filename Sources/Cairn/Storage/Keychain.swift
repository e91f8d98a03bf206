#if canImport(Security)
package import Foundation
import Security

/// Small data in the keychain, which remains after the app is deleted, is readable from the
/// device's first unlock on, and is never restored to another device.
package struct Keychain: Sendable {
  private let service: String
  /// The access group of the items; nil for the app's own.
  private let group: String?
  private let hasDataProtection: Bool

  /// Creates access; `service` distinguishes the apps that share a keychain.
  ///
  /// The identifier of an app group is also an access group, for the processes that belong to it.
  /// With `hasDataProtection`, macOS uses the same keychain as iOS; the older one asks the user,
  /// and does not support unlocking.
  package init(service: String, group: String? = nil, hasDataProtection: Bool = false) {
    self.service = service
    self.group = group
    self.hasDataProtection = hasDataProtection
  }

  /// Returns the data of an item; nil when it does not exist.
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

  /// Adds an item; returns false when it exists already.
  package func add(_ data: Data, _ account: String) throws(KeychainError) -> Bool {
    let query = item(account)
    query.setObject(NSData(data: data), forKey: kSecValueData as NSString)
    // Events are recorded while the device is locked too; and no backup restores the item to
    // another device.
    query.setObject(
      kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly as NSString,
      forKey: kSecAttrAccessible as NSString)
    let status = SecItemAdd(query as CFDictionary, nil)
    guard status == errSecSuccess || status == errSecDuplicateItem else {
      throw KeychainError("SecItemAdd", status)
    }
    return status == errSecSuccess
  }

  /// Replaces or adds the item.
  package func set(_ data: Data, _ account: String) throws(KeychainError) {
    let change = NSMutableDictionary()
    change.setObject(NSData(data: data), forKey: kSecValueData as NSString)
    let status = SecItemUpdate(item(account) as CFDictionary, change as CFDictionary)
    if status == errSecSuccess { return }
    guard status == errSecItemNotFound, try add(data, account) else {
      throw KeychainError("SecItemUpdate", status)
    }
  }

  /// Removes the item; not an error when it does not exist.
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
    if let group {
      item.setObject(NSString(string: group), forKey: kSecAttrAccessGroup as NSString)
    }
    if hasDataProtection {
      item.setObject(NSNumber(value: true), forKey: kSecUseDataProtectionKeychain as NSString)
    }
    return item
  }
}

/// Access to short texts.
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

/// The failure of a call to the keychain.
package struct KeychainError: Error, CustomStringConvertible {
  package let description: String

  init(_ call: String, _ status: OSStatus) { description = "\(call): OSStatus \(status)" }
}
#endif
