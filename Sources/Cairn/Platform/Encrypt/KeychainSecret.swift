#if canImport(Security)
package import Foundation
import Security

/// Secret bytes in the keychain: readable from the first unlock on, on this device only, in no backup.
package struct KeychainSecret: Sendable {
  private let service: String
  private let account: String

  package init(service: String, account: String) {
    self.service = service
    self.account = account
  }

  /// Nil when there are none; throws when that cannot be told now, as before the first unlock.
  package func read() throws(KeychainError) -> Data? {
    let query = item
    query.setObject(NSNumber(value: true), forKey: kSecReturnData as NSString)
    var found: AnyObject?
    let status = SecItemCopyMatching(query as CFDictionary, &found)
    if status == errSecItemNotFound { return nil }
    guard status == errSecSuccess, let data = found as? NSData else {
      throw KeychainError("SecItemCopyMatching", status)
    }
    return Data(referencing: data)
  }

  /// What is there afterwards: another process may have been first.
  package func add(_ secret: Data) throws(KeychainError) -> Data {
    let query = item
    query.setObject(NSData(data: secret), forKey: kSecValueData as NSString)
    query.setObject(
      kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly as NSString,
      forKey: kSecAttrAccessible as NSString)
    let status = SecItemAdd(query as CFDictionary, nil)
    if status == errSecSuccess { return secret }
    guard status == errSecDuplicateItem, let stored = try read() else {
      throw KeychainError("SecItemAdd", status)
    }
    return stored
  }

  package func remove() throws(KeychainError) {
    let status = SecItemDelete(item as CFDictionary)
    guard status == errSecSuccess || status == errSecItemNotFound else {
      throw KeychainError("SecItemDelete", status)
    }
  }

  private var item: NSMutableDictionary {
    let item = NSMutableDictionary()
    item.setObject(kSecClassGenericPassword as NSString, forKey: kSecClass as NSString)
    item.setObject(NSString(string: service), forKey: kSecAttrService as NSString)
    item.setObject(NSString(string: account), forKey: kSecAttrAccount as NSString)
    // The keychain that iOS has; that of macOS before it asks the user, and knows no unlocking.
    item.setObject(NSNumber(value: true), forKey: kSecUseDataProtectionKeychain as NSString)
    return item
  }
}
#endif
