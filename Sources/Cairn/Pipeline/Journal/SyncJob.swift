/// What one sync has to do, so that it can be done while events are appended.
struct SyncJob: Sendable {
  let closed: [UnsyncedFile]
  let active: OpenFile?
  let directory: String
  let needsFolder: Bool
  /// What is confirmed when it succeeds.
  let lane: LaneID
  let index: UInt32
  let ticket: UInt64

  func run(_ strength: SyncStrength, in files: any FileSystem) throws(FileError) {
    for file in closed { try file.sync(strength, in: files) }
    if let active {
      // Somebody may have removed the folder: a sync of a file that has no name helps nobody.
      guard try active.status().links > 0 else {
        throw FileError(call: "fstat", path: active.path, code: FileError.missing)
      }
      try active.sync(strength)
    }
    if needsFolder { try files.syncDirectory(directory) }
  }
}
