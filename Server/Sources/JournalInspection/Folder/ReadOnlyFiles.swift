package import Cairn
import Foundation

/// The real disk without the calls that change it.
///
/// Commands that inspect a journal use it, so that they cannot damage the journal.
package struct ReadOnlyFiles: FileSystem {
  /// Collected segments may be links.
  private let disk = PosixFileSystem(followsLinks: true)

  package func list(_ path: String) throws(FileError) -> [String] { try disk.list(path) }

  package func open(_ path: String, _ mode: OpenMode) throws(FileError) -> FileDescriptor {
    guard mode == .read else { throw refusal("open", path) }
    return try disk.open(path, .read)
  }

  package func read(
    _ file: FileDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(FileError) -> Int {
    try disk.read(file, into: buffer, at: offset)
  }

  package func status(_ file: FileDescriptor) throws(FileError) -> FileStatus {
    try disk.status(file)
  }

  package func close(_ file: FileDescriptor) { disk.close(file) }

  /// Returns whether no process writes to the file.
  ///
  /// The lock is shared, so that two readers do not mistake each other for a writer, and released
  /// at once, so that no process waits.
  package func tryLock(_ file: FileDescriptor) throws(FileError) -> Bool {
    if flock(file.rawValue, LOCK_SH | LOCK_NB) == 0 {
      _ = flock(file.rawValue, LOCK_UN)
      return true
    }
    // On volumes without file locks, such as some network volumes, a writer holds no lock either.
    return errno != EWOULDBLOCK
  }

  /// Accepts an existing folder; never creates one.
  package func makeDirectory(_ path: String) throws(FileError) {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory),
      isDirectory.boolValue
    else { throw FileError(call: "open", path: path, code: FileError.missing) }
  }

  package func write(
    _ file: FileDescriptor, _ bytes: UnsafeRawBufferPointer, at offset: Int
  ) throws(FileError) -> Int {
    throw refusal("write", "descriptor \(file.rawValue)")
  }

  package func sync(_ file: FileDescriptor, _ strength: SyncStrength) throws(FileError) {
    throw refusal("sync", "descriptor \(file.rawValue)")
  }

  package func syncDirectory(_ path: String) throws(FileError) { throw refusal("sync", path) }

  package func remove(_ path: String) throws(FileError) { throw refusal("unlink", path) }

  package func move(_ path: String, to newPath: String) throws(FileError) {
    throw refusal("rename", path)
  }

  private func refusal(_ call: String, _ path: String) -> FileError {
    FileError(call: call, path: path, code: EROFS)
  }
}
