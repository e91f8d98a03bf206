/// The system calls for files that Cairn uses.
///
/// Everything that Cairn stores goes through this protocol, so that a test can use a disk that
/// fills up, loses unsynced data, or fails at any call. Calls return the system's result: `read`
/// and `write` may transfer less than requested. All methods may be called from any thread.
package protocol FileSystem: Sendable {
  /// Creates a folder and its missing parents, accessible only by this user; not an error when it
  /// exists.
  func makeDirectory(_ path: String) throws(FileError)
  /// Excludes a folder from backups and, on systems that lock files with the device, makes it
  /// readable from the first unlock on.
  func protectDirectory(_ path: String)
  /// Returns the names in a folder, in no order.
  func list(_ path: String) throws(FileError) -> [String]
  func open(_ path: String, _ mode: OpenMode) throws(FileError) -> FileDescriptor
  /// The file system for all calls with a file that this one has opened, so that a file system that
  /// changes only other calls costs nothing for each write.
  var forOpenFiles: any FileSystem { get }
  func read(
    _ file: FileDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(FileError) -> Int
  func write(
    _ file: FileDescriptor, _ bytes: UnsafeRawBufferPointer, at offset: Int
  ) throws(FileError) -> Int
  func status(_ file: FileDescriptor) throws(FileError) -> FileStatus
  /// Returns the kind, owner and mode of a file without following a link; nil when the file system
  /// has no owners.
  func attributes(_ path: String) throws(FileError) -> FileAttributes?
  /// Returns the kind, owner and mode of an open file.
  func attributes(_ file: FileDescriptor) throws(FileError) -> FileAttributes?
  /// Makes written data survive a power loss.
  ///
  /// An error is final: a second call may succeed although the data is lost.
  func sync(_ file: FileDescriptor, _ strength: SyncStrength) throws(FileError)
  /// Makes the names in a folder survive a power loss.
  func syncDirectory(_ path: String) throws(FileError)
  /// Takes the advisory lock, which ends with the process; returns false when it is held elsewhere.
  func tryLock(_ file: FileDescriptor) throws(FileError) -> Bool
  func close(_ file: FileDescriptor)
  func remove(_ path: String) throws(FileError)
  /// Removes an empty folder.
  func removeDirectory(_ path: String) throws(FileError)
  /// Renames a file or folder atomically.
  ///
  /// An existing file with the new name is replaced.
  func move(_ path: String, to newPath: String) throws(FileError)
}

extension FileSystem {
  package var forOpenFiles: any FileSystem { self }

  /// Does nothing: this file system is not backed up.
  package func protectDirectory(_ path: String) {}

  /// Returns nil: these files have no owners.
  package func attributes(_ path: String) throws(FileError) -> FileAttributes? { nil }
  package func attributes(_ file: FileDescriptor) throws(FileError) -> FileAttributes? { nil }

  /// Does nothing: in this file system, folders exist only as parts of file names.
  package func removeDirectory(_ path: String) throws(FileError) {}
}

/// The guarantee of a sync.
///
/// Systems that do not distinguish the two use the stronger one.
package enum SyncStrength: Sendable {
  /// Data is on the disk in order: no later write is there without it.
  ///
  /// Cheap on Apple platforms (`F_BARRIERFSYNC`), where a power loss may still lose the last
  /// moments.
  case ordered
  /// Data is on the disk when the call returns (`F_FULLFSYNC`, `fdatasync`).
  case durable
}

/// The access for which a file is opened.
package enum OpenMode: Sendable {
  case read
  case readWrite
  /// A new file, readable and writable only by this user.
  ///
  /// Fails when the name exists.
  case create
}

/// The number that the file system assigned to an open file.
package struct FileDescriptor: Hashable, Sendable {
  package let rawValue: Int32
  package init(rawValue: Int32) { self.rawValue = rawValue }
}

/// The status of an open file, as `fstat` returns it.
package struct FileStatus: Equatable, Sendable {
  package var size: Int
  /// The number of names; 0 when the last one was removed while the file was open.
  package var links: Int
  /// The time of the last write; nil where it is not noted, or is no `WallTime`.
  package var modified: WallTime?

  package init(size: Int, links: Int, modified: WallTime? = nil) {
    self.size = size
    self.links = links
    self.modified = modified
  }
}
