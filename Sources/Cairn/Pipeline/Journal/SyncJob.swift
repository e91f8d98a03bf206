/// What one sync has to do, so that it can be done while events are appended.
struct SyncJob: Sendable {
  let closed: [UnsyncedFile]
  let active: OpenFile?
  let folders: [String]
  /// What is confirmed when it succeeds.
  let lane: LaneID
  let index: UInt32
  let ticket: UInt64
  /// How often all was forgotten before.
  let forgotten: Int

  func run(_ strength: SyncStrength, in files: any FileSystem) throws(FileError) {
    for file in closed { try file.sync(strength, in: files) }
    if let active {
      // Somebody may have removed the folder: a sync of a file that has no name helps nobody.
      guard try active.status().links > 0 else {
        throw FileError(call: "fstat", path: active.path, code: FileError.missing)
      }
      try active.sync(strength)
    }
    guard let folder = folders.first else { return }
    try files.syncDirectory(folder)
    // Those above may belong to somebody else.
    for parent in folders.dropFirst() { try? files.syncDirectory(parent) }
  }

  /// A folder, and those above it up to the one that the app was given.
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
