/// The work of one sync, which runs while events are appended.
struct SyncJob: Sendable {
  let closed: [UnsyncedFile]
  let active: OpenFile?
  let folders: [String]
  /// The lane; the sync confirms its events up to `index`, and all records up to `ticket`.
  let lane: LaneID
  let index: UInt32
  let ticket: UInt64
  /// The number of times that everything had been forgotten when the job began.
  let forgotten: Int

  func run(_ strength: SyncStrength, in files: any FileSystem) throws(FileError) {
    for file in closed { try file.sync(strength, in: files) }
    if let active {
      // The folder may have been removed, and a sync of a file without a name has no use.
      guard try active.status().links > 0 else {
        throw FileError(call: "fstat", path: active.path, code: FileError.missing)
      }
      try active.sync(strength)
    }
    guard let folder = folders.first else { return }
    try files.syncDirectory(folder)
    // The parent folders may belong to another owner, so errors are ignored.
    for parent in folders.dropFirst() { try? files.syncDirectory(parent) }
  }

  /// Returns a folder, and its parents up to the one that the app has set.
  static func folders(_ directory: String, withParents: Bool) -> [String] {
    var folders = [directory]
    while withParents, folders.count < 4, let last = folders.last,
      let slash = last.lastIndex(of: "/"), slash > last.startIndex
    {
      folders.append(String(last[..<slash]))
    }
    return folders
  }
}
