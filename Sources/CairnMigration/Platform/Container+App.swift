import Cairn
import Foundation

#if canImport(Security)
import Security
#endif

extension Container {
  /// The container of the running app.
  static var app: Container {
    let files = PosixFileSystem(followsLinks: true)
    var container = Container(
      folder: NSHomeDirectory(), bundleID: Bundle.main.bundleIdentifier, files: files)
    func path(_ folder: FileManager.SearchPathDirectory, otherwise path: String) -> String {
      FileManager.default.urls(for: folder, in: .userDomainMask).first?.path ?? path
    }
    container.folders.library = path(.libraryDirectory, otherwise: container.folders.library)
    container.folders.applicationSupport = path(
      .applicationSupportDirectory, otherwise: container.folders.applicationSupport)
    container.folders.caches = path(.cachesDirectory, otherwise: container.folders.caches)
    container.folders.documents = path(.documentDirectory, otherwise: container.folders.documents)
    container.defaults = UserDefaultsReader(
      folder: "\(container.folders.library)/Preferences", files: files,
      standard: Bundle.main.bundleIdentifier)
    container.password = Self.password
    container.folders.temporary = NSTemporaryDirectory()
    container.origin = container.folders
    container.groupFolder = { id in
      #if canImport(Darwin)
      FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: id)?.path
      #else
      nil
      #endif
    }
    return container
  }

  /// Returns the text of a generic password in the keychain; nil without a keychain.
  private static func password(_ service: String, _ account: String) -> String? {
    #if canImport(Security)
    let query = NSMutableDictionary()
    query.setObject(kSecClassGenericPassword as NSString, forKey: kSecClass as NSString)
    query.setObject(NSString(string: service), forKey: kSecAttrService as NSString)
    query.setObject(NSString(string: account), forKey: kSecAttrAccount as NSString)
    query.setObject(NSNumber(value: true), forKey: kSecReturnData as NSString)
    var found: AnyObject?
    guard SecItemCopyMatching(query as CFDictionary, &found) == errSecSuccess,
      let data = found as? NSData
    else { return nil }
    return String(decoding: Data(referencing: data), as: UTF8.self)
    #else
    return nil
    #endif
  }
}
