/// A file that was written and closed, and whose bytes may not have reached the disk.
///
/// It is kept open, because a system may not report a failed write to a process that opens the file
/// later.
struct UnsyncedFile: Sendable {
  /// The maximum number of files that are kept open; others are opened again for the sync, because
  /// descriptors are scarce.
  static let mostOpen = 8

  let path: String
  let name: SegmentName
  private(set) var file: OpenFile?

  init(_ file: OpenFile, _ name: SegmentName) {
    path = file.path
    self.name = name
    self.file = file
  }

  mutating func close() { file = nil }

  func sync(_ strength: SyncStrength, in files: any FileSystem) throws(FileError) {
    if let file { return try file.sync(strength) }
    do throws(FileError) {
      try OpenFile(path, .readWrite, in: files).sync(strength)
    } catch {
      // The events of the file were settled, and it was removed.
      guard error.code == FileError.missing else { throw error }
    }
  }
}
