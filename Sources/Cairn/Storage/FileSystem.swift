/// The system calls for files that Cairn uses.
///
/// Everything that Cairn stores goes through this protocol, so that a test can put a disk behind it that fills up,
/// forgets what was not synced, or fails at any call. Calls return what the system returned: `read` and `write` may
/// transfer less than they were asked to. All may be called from any thread.
package protocol FileSystem: Sendable {
  /// Makes a folder and those above it, readable by this user alone. No error when it is there.
  func makeDirectory(_ path: String) throws(FileError)
  /// Keeps a folder out of backups and, where files are locked with the device, readable from the first unlock on.
  func protectDirectory(_ path: String)
  /// The names in a folder, in no order.
  func list(_ path: String) throws(FileError) -> [String]
  func open(_ path: String, _ mode: OpenMode) throws(FileError) -> FileDescriptor
  func read(
    _ file: FileDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(FileError) -> Int
  func write(
    _ file: FileDescriptor, _ bytes: UnsafeRawBufferPointer, at offset: Int
  ) throws(FileError) -> Int
  func status(_ file: FileDescriptor) throws(FileError) -> FileStatus
  /// Returns the kind, owner and mode of a file without following a link; nil when the file system has
  /// no owners.
  func standing(_ path: String) throws(FileError) -> FileAttributes?
  /// Returns the kind, owner and mode of an open file.
  func standing(_ file: FileDescriptor) throws(FileError) -> FileAttributes?
  /// Makes written data survive a power loss.
  ///
  /// An error is final: a second call may succeed although the data is lost.
  func sync(_ file: FileDescriptor, _ strength: SyncStrength) throws(FileError)
  /// The same for the names in a folder.
  func syncDirectory(_ path: String) throws(FileError)
  /// Takes the advisory lock, which ends with the process; returns false when it is held elsewhere.
  func tryLock(_ file: FileDescriptor) throws(FileError) -> Bool
  func close(_ file: FileDescriptor)
  func remove(_ path: String) throws(FileError)
  /// Removes a folder with nothing in it.
  func removeDirectory(_ path: String) throws(FileError)
  /// Gives a file or folder another name, in one step. What had that name is replaced if it is a file.
  func move(_ path: String, to newPath: String) throws(FileError)
}

extension FileSystem {
  /// Does nothing: this file system is not backed up.
  package func protectDirectory(_ path: String) {}

  /// Returns nil: these files have no owners.
  package func standing(_ path: String) throws(FileError) -> FileAttributes? { nil }
  package func standing(_ file: FileDescriptor) throws(FileError) -> FileAttributes? { nil }

  /// Does nothing: in this file system, folders exist only as parts of file names.
  package func removeDirectory(_ path: String) throws(FileError) {}
}

/// The guarantee of a sync.
///
/// Systems that do not distinguish the two use the stronger one.
package enum SyncStrength: Sendable {
  /// On the disk in this order: nothing that is written later is there without it. Cheap on Apple platforms
  /// (`F_BARRIERFSYNC`), where a loss of power may still take the last moments.
  case ordered
  /// On the disk when the call returns (`F_FULLFSYNC`, `fdatasync`).
  case durable
}

/// The access for which a file is opened.
package enum OpenMode: Sendable {
  case read
  case readWrite
  /// A new file, readable and writable by this user alone. Fails when the name is taken.
  case create
}

/// A number that the file system gave out for an open file.
package struct FileDescriptor: Hashable, Sendable {
  package let rawValue: Int32
  package init(rawValue: Int32) { self.rawValue = rawValue }
}

/// The status of an open file, as `fstat` returns it.
package struct FileStatus: Equatable, Sendable {
  package var size: Int
  /// 0 when the file's last name was removed while it was open.
  package var links: Int

  package init(size: Int, links: Int) {
    self.size = size
    self.links = links
  }
}
