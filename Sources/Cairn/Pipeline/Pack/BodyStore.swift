/// The sealed bodies of one destination: files that hold a body and nothing else, named by their key.
package struct BodyStore: Sendable {
  private let directory: String
  private let files: any FileSystem
  private static let suffix = ".body"

  package init(directory: String, files: any FileSystem) {
    self.directory = directory
    self.files = files
  }

  package static func hash(_ body: [UInt8]) -> UInt64 { XXH64.hash(body, seed: 0) }

  /// Writes a body and makes it survive a loss of power, so that the cursor may name it.
  package func write(_ body: [UInt8], key: BatchKey, sync: Bool) throws(FileError) {
    let file = try OpenFile(path(key), .create, in: files)
    try file.write(body, at: 0)
    guard sync else { return }
    try file.sync()
    try files.syncDirectory(directory)
  }

  /// The body, if it is the one that was sealed; nil when it is gone or damaged.
  ///
  /// Throws when it cannot be read now.
  package func read(_ batch: SealedBatch) throws(FileError) -> [UInt8]? {
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
    let kept = key.map { "\($0)\(Self.suffix)" }
    let names = (try? files.list(directory)) ?? []
    for name in names where name.hasSuffix(Self.suffix) && name != kept {
      try? files.remove(directory + "/" + name)
    }
  }

  private func path(_ key: BatchKey) -> String { "\(directory)/\(key)\(Self.suffix)" }
}
