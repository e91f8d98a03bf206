#if canImport(Security) && !os(macOS)
import Foundation

/// The record where there is a keychain.
package struct KeychainDeviceIDRecord: DeviceIDRecord {
  private let keychain: Keychain
  private let account: String

  package init(_ keychain: Keychain, account: String) {
    self.keychain = keychain
    self.account = account
  }

  package func read() throws(DeviceIDRecordError) -> String? {
    do throws(KeychainError) {
      // What is no identifier is as good as none.
      return try keychain.read(account).flatMap { UUID(uuidString: $0) == nil ? nil : $0 }
    } catch {
      throw DeviceIDRecordError("\(error)")
    }
  }

  package func keep(_ id: String) throws(DeviceIDRecordError) -> String {
    do throws(KeychainError) {
      if try keychain.add(id, account) { return id }
    } catch {
      throw DeviceIDRecordError("\(error)")
    }
    if let kept = try read() { return kept }
    try replace(with: id)
    return id
  }

  package func replace(with id: String) throws(DeviceIDRecordError) {
    do throws(KeychainError) {
      try keychain.set(id, account)
    } catch {
      throw DeviceIDRecordError("\(error)")
    }
  }

  package func remove() throws(DeviceIDRecordError) {
    do throws(KeychainError) {
      try keychain.remove(account)
    } catch {
      throw DeviceIDRecordError("\(error)")
    }
  }
}
#endif
