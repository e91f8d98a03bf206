import Foundation

/// The places that store the anonymous identifier in addition to the identity's file.
package struct AnonymousIDLocations: Sendable {
  static let key = "anonymousID"

  /// The authoritative record.
  package let record: any AnonymousIDRecord
  private let settings: any KeyValueStore
  private let name: String

  /// Creates the places; `account` distinguishes the instances of an app.
  package init(record: any AnonymousIDRecord, settings: any KeyValueStore, account: String) {
    self.record = record
    self.settings = settings
    name = "cairn.\(account).\(Self.key)"
  }

  /// The fast copy, which is read at every start, so that the record is rarely read.
  package var mirror: String? {
    get { settings.text(name).flatMap(StoredAnonymousID.id) }
    nonmutating set {
      let text = newValue.map(StoredAnonymousID.text)
      if text != settings.text(name) { settings.set(text, for: name) }
    }
  }

  #if canImport(Security) && !os(macOS)
  /// Returns the keychain and the user defaults, which the processes of an app group share.
  package static func platform(
    _ account: String, inGroup group: String? = nil
  ) -> AnonymousIDLocations? {
    let keychain =
      group.map { Keychain(service: $0, group: $0) }
      ?? Keychain(service: SystemInfo.bundle("CFBundleIdentifier") ?? "cairn")
    return AnonymousIDLocations(
      record: KeychainAnonymousIDRecord(keychain, account: "\(account).\(key)"),
      settings: UserDefaultsStore(suite: group), account: account)
  }
  #else
  /// Returns nil: the identity's file is the record.
  ///
  /// This includes macOS, whose keychain asks the user when a program that is not signed, or has a
  /// new signature, accesses its own item.
  package static func platform(
    _ account: String, inGroup group: String? = nil
  ) -> AnonymousIDLocations? { nil }
  #endif
}

/// A store that keeps the anonymous identifier with the device, separately from the app's files.
package protocol AnonymousIDRecord: Sendable {
  /// Returns the stored identifier; nil when there is none.
  func read() throws(AnonymousIDRecordError) -> String?
  /// Stores the identifier unless there is one, and returns the stored one.
  ///
  /// Processes that start at the same moment get the same result.
  func keep(_ id: String) throws(AnonymousIDRecordError) -> String
  /// Stores this identifier in place of any other.
  func replace(with id: String) throws(AnonymousIDRecordError)
  /// Removes the identifier.
  func remove() throws(AnonymousIDRecordError)
}

/// The text that stores an anonymous identifier in the keychain and the user defaults.
///
/// A UUID is stored as it is. An identifier of the app's former SDK may be any text and has a
/// prefix, so that other values, which do not come from this SDK, count as missing.
enum StoredAnonymousID {
  private static let prefix = "id:"

  static func text(_ id: String) -> String { UUID(uuidString: id) == nil ? prefix + id : id }

  static func id(_ text: String) -> String? {
    if UUID(uuidString: text) != nil { return text }
    guard text.hasPrefix(prefix), text.count > prefix.count else { return nil }
    return String(text.dropFirst(prefix.count))
  }
}

/// The reason why the record of the anonymous identifier cannot be used now.
package struct AnonymousIDRecordError: Error, Equatable, Sendable, CustomStringConvertible {
  package let description: String
  package init(_ description: String) { self.description = description }
}
