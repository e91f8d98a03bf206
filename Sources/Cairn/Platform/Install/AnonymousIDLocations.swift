import Foundation

/// Where the anonymous identifier stands besides the identity's file.
package struct AnonymousIDLocations: Sendable {
  private static let key = "anonymousID"

  /// Says which one holds.
  package let record: any AnonymousIDRecord
  private let settings: any KeyValueStore
  private let name: String

  /// The account keeps the instances of an app apart.
  package init(record: any AnonymousIDRecord, settings: any KeyValueStore, account: String) {
    self.record = record
    self.settings = settings
    name = "cairn.\(account).\(Self.key)"
  }

  /// The fast copy: read at every start, so that mostly nobody has to ask the record.
  package var mirror: String? {
    get { settings.text(name).flatMap { UUID(uuidString: $0) == nil ? nil : $0 } }
    nonmutating set { if newValue != settings.text(name) { settings.set(newValue, for: name) } }
  }

  #if canImport(Security) && !os(macOS)
  /// The keychain and the user defaults.
  package static func platform(_ account: String) -> AnonymousIDLocations? {
    let keychain = Keychain(service: SystemInfo.bundle("CFBundleIdentifier") ?? "cairn")
    return AnonymousIDLocations(
      record: KeychainAnonymousIDRecord(keychain, account: "\(account).\(key)"),
      settings: UserDefaultsStore(), account: account)
  }
  #else
  /// None: the identity's file is the record.
  ///
  /// On macOS too, whose keychain asks the user when a program that is not
  /// signed, or signed anew, wants its own item.
  package static func platform(_ account: String) -> AnonymousIDLocations? { nil }
  #endif
}

/// The seam to what keeps the anonymous identifier with the device, apart from the app's files.
package protocol AnonymousIDRecord: Sendable {
  /// The identifier that is kept; nil when there is none.
  func read() throws(AnonymousIDRecordError) -> String?
  /// Keeps the identifier unless there is one, and returns the one that is kept now.
  ///
  /// Whoever else starts at the same moment is told the same.
  func keep(_ id: String) throws(AnonymousIDRecordError) -> String
  /// Keeps this one, whatever was kept before.
  func replace(with id: String) throws(AnonymousIDRecordError)
  /// Keeps none.
  func remove() throws(AnonymousIDRecordError)
}

/// Why the record of the anonymous identifier cannot be used now.
package struct AnonymousIDRecordError: Error, Equatable, Sendable, CustomStringConvertible {
  package let description: String
  package init(_ description: String) { self.description = description }
}
