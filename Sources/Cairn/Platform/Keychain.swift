#if canImport(Security) && !os(macOS)
import Foundation
import Security

/// Short texts in the keychain: they outlive the app, and are never restored on another device.
package struct Keychain: Sendable {
  private let service: String

  /// - Parameter service: Keeps the apps apart that share a keychain.
  package init(service: String) { self.service = service }

  /// Nil when there is no such item.
  package func read(_ account: String) throws(KeychainError) -> String? {
    let query = item(account)
    query.setObject(NSNumber(value: true), forKey: kSecReturnData as NSString)
    var found: AnyObject?
    let status = SecItemCopyMatching(query as CFDictionary, &found)
    if status == errSecItemNotFound { return nil }
    guard status == errSecSuccess, let data = found as? NSData else {
      throw KeychainError("SecItemCopyMatching", status)
    }
    return String(decoding: Data(referencing: data), as: UTF8.self)
  }

  /// Whether the item was added; false when there is one.
  package func add(_ text: String, _ account: String) throws(KeychainError) -> Bool {
    let query = item(account)
    query.setObject(data(text), forKey: kSecValueData as NSString)
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
  package func set(_ text: String, _ account: String) throws(KeychainError) {
    let change = NSMutableDictionary()
    change.setObject(data(text), forKey: kSecValueData as NSString)
    let status = SecItemUpdate(item(account) as CFDictionary, change as CFDictionary)
    if status == errSecSuccess { return }
    guard status == errSecItemNotFound, try add(text, account) else {
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
    return item
  }

  private func data(_ text: String) -> NSData { NSData(data: Data(text.utf8)) }
}
#endif
