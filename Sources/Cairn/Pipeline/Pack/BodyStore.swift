/// The sealed bodies of one destination: files that hold a body and nothing else, named by their key.
package struct BodyStore: Sendable {
  private let directory: String
  private let files: any FileSystem
  private let vault: Vault
  private static let suffix = ".body"

  package init(directory: String, files: any FileSystem, vault: Vault = .none) {
    self.directory = directory
    self.files = files
    self.vault = vault
  }

  /// Whether a body can be read in its file by those alone who have the key.
  package var areEncrypted: Bool { vault.isOn }

  package static func hash(_ body: [UInt8]) -> UInt64 { XXH64.hash(body, seed: 0) }

  /// What is written of a body: itself, or encrypted for its key.
  package func stored(_ body: [UInt8], key: BatchKey) throws(FileError) -> [UInt8] {
    try vault.box(body, as: Self.name(key))
  }

  /// Writes what is stored of a body and makes it survive a loss of power, so that the cursor may name it.
  package func write(_ body: [UInt8], key: BatchKey, sync: Bool) throws(FileError) {
    let file = try OpenFile(path(key), .create, in: files)
    try file.write(body, at: 0)
    guard sync else { return }
    try file.sync()
    try files.syncDirectory(directory)
  }

  /// The body, if what is stored of it is what was written; nil when it is gone or damaged, or can be read no more.
  ///
  /// Throws when it cannot be read now.
  package func read(_ batch: SealedBatch) throws(FileError) -> [UInt8]? {
    guard let body = try readStored(batch) else { return nil }
    // With no encryption at all it may be for ever that it cannot be read: its events wait, and hold up no others.
    guard !Vault.isBox(body) || vault.canOpen() else { return nil }
    return try vault.unbox(body, as: Self.name(batch.key))
  }

  /// What is stored of it, encrypted or not.
  package func readStored(_ batch: SealedBatch) throws(FileError) -> [UInt8]? {
    do throws(FileError) {
      let file = try OpenFile(path(batch.key), .read, in: files)
      guard try file.status().size >= Int(batch.bodyLength) else { return nil }
      let body = try file.read(Int(batch.bodyLength), at: 0)
      return Self.hash(body) == batch.bodyHash ? body : nil
    } catch {
      guard error.code == FileError.missing else { throw error }
      return nil
    }
  }

  package func remove(_ key: BatchKey) { try? files.remove(path(key)) }

  /// Removes bodies that no cursor names: left behind by a crash between writing one and sealing it.
  package func removeAll(except key: BatchKey?) {
    let kept = key.map(Self.name)
    let names = (try? files.list(directory)) ?? []
    for name in names where name.hasSuffix(Self.suffix) && name != kept {
      try? files.remove(directory + "/" + name)
    }
  }

  private func path(_ key: BatchKey) -> String { "\(directory)/\(Self.name(key))" }

  private static func name(_ key: BatchKey) -> String { "\(key)\(suffix)" }
}
