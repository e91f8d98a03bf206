#if canImport(Security) && !os(macOS)
/// The record on platforms with a keychain: an item that remains after the app is deleted, and is
/// never restored to another device.
package struct KeychainInstallRecord: InstallRecord {
  private let keychain: Keychain

  /// - Parameters:
  ///   - service: The name that distinguishes the apps that share a keychain.
  ///   - group: The app group whose processes share the record.
  package init(service: String, inGroup group: String? = nil) {
    keychain = Keychain(service: group ?? service, group: group)
  }

  package var staysWithDevice: Bool { true }

  package func read(_ account: String) throws(InstallRecordError) -> InstallID? {
    guard let text = try ask({ () throws(KeychainError) in try keychain.read(account) }) else {
      return nil
    }
    guard let id = InstallID(text) else { throw InstallRecordError("no identifier is stored") }
    return id
  }

  package func keep(
    _ id: InstallID, for account: String
  ) throws(InstallRecordError) -> InstallID {
    if try ask({ () throws(KeychainError) in try keychain.add(id.text, account) }) { return id }
    // Another process added it first.
    guard let stored = try read(account) else {
      throw InstallRecordError("the stored identifier was removed")
    }
    return stored
  }

  private func ask<Answer>(
    _ call: () throws(KeychainError) -> Answer
  ) throws(InstallRecordError) -> Answer {
    do throws(KeychainError) {
      return try call()
    } catch {
      throw InstallRecordError("\(error)")
    }
  }
}
#endif
