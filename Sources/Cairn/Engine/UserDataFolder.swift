/// A folder for a product's user data: an erasure removes it, and nothing is written to it without
/// the user's consent.
package struct UserDataFolder: Sendable {
  package let path: String
  package let files: any FileSystem
  package let encryption: RecordEncryption
  package let clock: any Clock
  package let randomness: any Randomness
  package let diagnostics: Diagnostics
  private let consents: ConsentStore

  package init(
    _ path: String, files: any FileSystem, encryption: RecordEncryption = .none, clock: any Clock,
    randomness: any Randomness, consents: ConsentStore, diagnostics: Diagnostics
  ) {
    self.path = path
    self.files = files
    self.encryption = encryption
    self.clock = clock
    self.randomness = randomness
    self.consents = consents
    self.diagnostics = diagnostics
  }

  /// The number of the last erasure; data from before it must be discarded.
  ///
  /// After creating a file here, compare it again, and leave the file empty if it has changed.
  package var erasures: UInt64 { consents.erasure.accepted }

  /// Whether this process's data is still valid, that is, not erased by another process; reads a
  /// file.
  ///
  /// Check it after creating a file here, so that no old data is left beside data that another
  /// process has started anew.
  package var isCurrent: Bool { consents.isCurrent(inDelivery: false) }

  /// Whether anything may be written.
  package var mayStore: Bool { consents.most != .denied && !consents.erasure.isStuck }
}
