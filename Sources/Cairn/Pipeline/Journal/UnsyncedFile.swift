/// A file that was written to and closed, and whose bytes may not have reached the disk.
///
/// It is kept open, since a system may forget to tell whoever opens it later that a write to it has failed.
struct UnsyncedFile: Sendable {
  /// Beyond this many they are opened again for the sync: descriptors are few.
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
      // Everybody was done with it, and it was removed.
      guard error.code == FileError.missing else { throw error }
    }
  }
}
