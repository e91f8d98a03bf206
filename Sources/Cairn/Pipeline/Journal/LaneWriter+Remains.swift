/// Files that nobody needs, which the disk did not remove: they take room, and so they count for the cap.
struct Remains: Sendable {
  /// Bytes by path.
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
  /// Removes a file of this lane that nobody needs.
  mutating func discard(_ path: String, _ bytes: Int) {
    if !removes(path) { remains.add(path, bytes) }
  }

  /// Tries again to remove what could not be removed, until the disk has refused that so many times.
  mutating func discardRemains(failures most: Int) {
    var failures = 0
    for path in remains.paths where failures < most {
      if removes(path) { remains.remove(path) } else { failures += 1 }
    }
  }

  /// Whether the file is not there any more.
  func removes(_ path: String) -> Bool {
    do throws(FileError) {
      try files.remove(path)
      return true
    } catch {
      return error.code == FileError.missing
    }
  }
}
