#if canImport(Security) && !os(macOS)
import Foundation
import Security

/// The record where there is a keychain: an item that outlives the app, and is never restored on another device.
package struct KeychainInstallRecord: InstallRecord {
  private let service: String

  /// - Parameter service: Keeps the apps apart that share a keychain.
  package init(service: String) { self.service = service }

  package var staysWithDevice: Bool { true }

  package func read(_ account: String) throws(InstallRecordError) -> InstallID? {
    let query = item(account)
    query.setObject(NSNumber(value: true), forKey: kSecReturnData as NSString)
    var found: AnyObject?
    let status = SecItemCopyMatching(query as CFDictionary, &found)
    if status == errSecItemNotFound { return nil }
    guard status == errSecSuccess, let data = found as? NSData,
      let id = InstallID(String(decoding: Data(referencing: data), as: UTF8.self))
    else { throw failure("SecItemCopyMatching", status) }
    return id
  }

  package func keep(
    _ id: InstallID, for account: String
  ) throws(InstallRecordError) -> InstallID {
    let query = item(account)
    query.setObject(NSData(data: Data(id.text.utf8)), forKey: kSecValueData as NSString)
    // Events are recorded while the device is locked, too; and no backup brings the item to another device.
    query.setObject(
      kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly as NSString,
      forKey: kSecAttrAccessible as NSString)
    let status = SecItemAdd(query as CFDictionary, nil)
    if status == errSecSuccess { return id }
    // Another process was first.
    guard status == errSecDuplicateItem, let stored = try read(account) else {
      throw failure("SecItemAdd", status)
    }
    return stored
  }

  private func item(_ account: String) -> NSMutableDictionary {
    let item = NSMutableDictionary()
    item.setObject(kSecClassGenericPassword as NSString, forKey: kSecClass as NSString)
    item.setObject(NSString(string: service), forKey: kSecAttrService as NSString)
    item.setObject(NSString(string: "cairn.\(account)"), forKey: kSecAttrAccount as NSString)
    return item
  }

  private func failure(_ call: String, _ status: OSStatus) -> InstallRecordError {
    InstallRecordError("\(call): OSStatus \(status)")
  }
}
#endif
