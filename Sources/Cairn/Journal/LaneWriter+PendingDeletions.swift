/// Files that are no longer needed but could not be removed; they take space, so they count towards
/// the limit.
struct PendingDeletions: Sendable {
  /// The sizes in bytes by path.
  private var files: [String: Int] = [:]
  private(set) var bytes = 0

  var isEmpty: Bool { files.isEmpty }
  var paths: [String] { files.keys.sorted() }

  mutating func add(_ path: String, _ size: Int) {
    remove(path)
    files[path] = size
    bytes += size
  }

  mutating func remove(_ path: String) { bytes -= files.removeValue(forKey: path) ?? 0 }
}

extension LaneWriter {
  /// Removes a file of this lane that is no longer needed.
  mutating func discard(_ path: String, _ bytes: Int) {
    if !removes(path) { remains.add(path, bytes) }
  }

  /// Retries to remove the remaining files, until `most` removals have failed.
  mutating func discardRemains(failures most: Int) {
    var failures = 0
    for path in remains.paths where failures < most {
      if removes(path) { remains.remove(path) } else { failures += 1 }
    }
  }

  /// Removes the file; returns whether it is gone.
  func removes(_ path: String) -> Bool {
    do throws(FileError) {
      try files.remove(path)
      return true
    } catch {
      return error.code == FileError.missing
    }
  }
}
