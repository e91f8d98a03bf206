/// The sealed bodies of a destination, in files that are named by their key and contain nothing
/// else.
package struct BodyStore: Sendable {
  private let directory: String
  private let files: any FileSystem
  private let encryption: RecordEncryption
  private static let suffix = ".body"

  package init(directory: String, files: any FileSystem, encryption: RecordEncryption = .none) {
    self.directory = directory
    self.files = files
    self.encryption = encryption
  }

  /// Whether the bodies are encrypted in their files.
  package var areEncrypted: Bool { encryption.isOn }

  package static func hash(_ body: [UInt8]) -> UInt64 { XXH64.hash(body, seed: 0) }

  /// Returns the stored form of a body: the body itself, or the body encrypted for its key.
  package func stored(_ body: [UInt8], key: BatchKey) throws(FileError) -> [UInt8] {
    try encryption.box(body, as: Self.name(key))
  }

  /// Writes the stored form of a body, and with `sync` makes it survive a loss of power, so that
  /// the cursor may name it.
  package func write(_ body: [UInt8], key: BatchKey, sync: Bool) throws(FileError) {
    let file = try OpenFile(path(key), .create, in: files)
    try file.write(body, at: 0)
    guard sync else { return }
    try file.sync()
    try files.syncDirectory(directory)
  }

  /// Returns the body of a batch; nil when it is missing, is damaged, or can no longer be
  /// decrypted.
  ///
  /// Throws when it cannot be read now.
  package func read(_ batch: SealedBatch) throws(FileError) -> [UInt8]? {
    guard let body = try readStored(batch) else { return nil }
    // Without any encryption, the body may never become readable: its events stay pending, and do
    // not delay others.
    guard !RecordEncryption.isBox(body) || encryption.canOpen() else { return nil }
    return try encryption.unbox(body, as: Self.name(batch.key))
  }

  /// Returns the stored form of a body, which may be encrypted; nil when it is missing or damaged.
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

  /// Removes bodies that no cursor names, which a crash between writing and sealing left behind.
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
