/// A folder in which a product keeps something of users: it goes with an erasure, and nothing is written to it that
/// the user did not agree to.
package struct UserFolder: Sendable {
  package let path: String
  package let files: any FileSystem
  package let vault: Vault
  package let clock: any Clock
  package let randomness: any Randomness
  package let diagnostics: Diagnostics
  private let consents: ConsentStore

  package init(
    _ path: String, files: any FileSystem, vault: Vault = .none, clock: any Clock,
    randomness: any Randomness, consents: ConsentStore, diagnostics: Diagnostics
  ) {
    self.path = path
    self.files = files
    self.vault = vault
    self.clock = clock
    self.randomness = randomness
    self.consents = consents
    self.diagnostics = diagnostics
  }

  /// The number of the last erasure: what was known under another one is to be forgotten.
  ///
  /// Whoever makes a file here asks for it afterwards, and puts nothing in the file if it has changed.
  package var erasures: UInt64 { consents.accepted }

  /// Whether no other process has erased what was known: looks into a file.
  ///
  /// Asked by whoever makes a file here, so that nothing of before lies beside what another process has begun anew.
  package var isCurrent: Bool { consents.isCurrent(inDelivery: false) }

  /// Whether anything may be written.
  package var mayStore: Bool { consents.most != .denied && !consents.isStuck }
}
