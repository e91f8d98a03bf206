#if canImport(Security) && !os(macOS)
/// The record on platforms with a keychain.
package struct KeychainAnonymousIDRecord: AnonymousIDRecord {
  private let keychain: Keychain
  private let account: String

  package init(_ keychain: Keychain, account: String) {
    self.keychain = keychain
    self.account = account
  }

  package func read() throws(AnonymousIDRecordError) -> String? {
    do throws(KeychainError) {
      // A value that is not an identifier counts as missing.
      return try keychain.read(account).flatMap(StoredAnonymousID.id)
    } catch {
      throw AnonymousIDRecordError("\(error)")
    }
  }

  package func keep(_ id: String) throws(AnonymousIDRecordError) -> String {
    do throws(KeychainError) {
      if try keychain.add(StoredAnonymousID.text(id), account) { return id }
    } catch {
      throw AnonymousIDRecordError("\(error)")
    }
    if let kept = try read() { return kept }
    try replace(with: id)
    return id
  }

  package func replace(with id: String) throws(AnonymousIDRecordError) {
    do throws(KeychainError) {
      try keychain.set(StoredAnonymousID.text(id), account)
    } catch {
      throw AnonymousIDRecordError("\(error)")
    }
  }

  package func remove() throws(AnonymousIDRecordError) {
    do throws(KeychainError) {
      try keychain.remove(account)
    } catch {
      throw AnonymousIDRecordError("\(error)")
    }
  }
}
#endif
