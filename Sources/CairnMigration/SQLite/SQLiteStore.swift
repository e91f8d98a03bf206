import Cairn

/// The common parts of the stores in databases.
enum SQLiteStore {
  static let suffixes = ["-wal", "-shm", "-journal"]

  /// Returns the files beside a database that belong to it.
  static func companions(
    of path: String, in container: Container
  ) throws(FileError) -> [String] {
    var companions: [String] = []
    for suffix in suffixes where try container.hasFile(path + suffix) {
      companions.append(path + suffix)
    }
    return companions
  }

  static func isCompanion(_ name: String) -> Bool { suffixes.contains { name.hasSuffix($0) } }
}
