#if canImport(Security) && !os(macOS)
import Foundation

/// The record on platforms with a keychain.
package struct KeychainAnonymousIDRecord: AnonymousIDRecord {
  private let keychain: Keychain
  private let account: String
  /// The app's own items, which are used until the group has its own.
  private let own: Keychain?

  package init(_ keychain: Keychain, account: String, own: Keychain? = nil) {
    self.keychain = keychain
    self.account = account
    self.own = own
  }

  package func read() throws(AnonymousIDRecordError) -> String? {
    do throws(KeychainError) {
      var found = try keychain.read(account)
      if found == nil, let own { found = try own.read(account) }
      // A value that is not an identifier counts as missing.
      return found.flatMap { UUID(uuidString: $0) == nil ? nil : $0 }
    } catch {
      throw AnonymousIDRecordError("\(error)")
    }
  }

  package func keep(_ id: String) throws(AnonymousIDRecordError) -> String {
    do throws(KeychainError) {
      if try keychain.add(id, account) { return id }
    } catch {
      throw AnonymousIDRecordError("\(error)")
    }
    if let kept = try read() { return kept }
    try replace(with: id)
    return id
  }

  package func replace(with id: String) throws(AnonymousIDRecordError) {
    do throws(KeychainError) {
      try keychain.set(id, account)
    } catch {
      throw AnonymousIDRecordError("\(error)")
    }
  }

  package func remove() throws(AnonymousIDRecordError) {
    do throws(KeychainError) {
      try keychain.remove(account)
      try own?.remove(account)
    } catch {
      throw AnonymousIDRecordError("\(error)")
    }
  }
}
#endif
