/// A disk on which a lease takes the place of each file lock.
///
/// A process that is suspended while it holds a lock on a file in the container of an app group is
/// killed by the system (0xdead10cc). A lease is no lock. A process that wrote the last time a while
/// ago, because it was suspended, finds out before the next write whether another one has the lease
/// now; then the write fails.
///
/// The files of the journal itself have one writer each and need neither; see
/// `WriterLivenessCheck`.
package final class LeasedFileSystem: ForwardingFileSystem {
  package let files: any FileSystem
  private let folder: LeaseFolder
  private let locks = ProcessLocks()
  private let held = Locked<[FileDescriptor: LeaseFolder.Held]>([:])

  init(_ files: any FileSystem, _ folder: LeaseFolder) {
    self.files = files
    self.folder = folder
  }

  package func open(_ path: String, _ mode: OpenMode) throws(FileError) -> FileDescriptor {
    let file = try files.open(path, mode)
    locks.open(file, path)
    return file
  }

  package func tryLock(_ file: FileDescriptor) throws(FileError) -> Bool {
    guard let path = locks.path(of: file), !Self.hasOneWriter(path) else { return true }
    guard locks.tryLock(file) else { return false }
    if held.withLock({ $0[file] != nil }) { return true }
    do throws(FileError) {
      guard let lease = try folder.acquire(LeaseFolder.name(of: path)) else {
        locks.unlock(file)
        return false
      }
      held.withLock { $0[file] = lease }
      return true
    } catch {
      // A full disk must not stop the delivery that makes room. Two processes that deliver at once
      // cause duplicates and lose nothing.
      if error.code == FileError.noSpace { return true }
      locks.unlock(file)
      throw error
    }
  }

  package func write(
    _ file: FileDescriptor, _ bytes: UnsafeRawBufferPointer, at offset: Int
  ) throws(FileError) -> Int {
    if let lease = held.withLock({ $0[file] }) {
      guard let renewed = try folder.renewed(lease) else {
        held.withLock { $0[file] = nil }
        throw FileError(call: "lease", path: locks.path(of: file) ?? "", code: FileError.busy)
      }
      if renewed != lease { held.withLock { $0[file] = renewed } }
    }
    return try files.write(file, bytes, at: offset)
  }

  package func close(_ file: FileDescriptor) {
    if let lease = held.withLock({ $0.removeValue(forKey: file) }) { folder.giveBack(lease) }
    // Released first: the number may belong to another file as soon as it is closed.
    locks.close(file)
    files.close(file)
  }

  package func remove(_ path: String) throws(FileError) {
    try files.remove(path)
    locks.forget(path)
  }

  /// Renames a file; the lease of its new name goes over to it from the file that it replaces.
  package func move(_ path: String, to newPath: String) throws(FileError) {
    try files.move(path, to: newPath)
    let name = LeaseFolder.name(of: newPath)
    guard let (replaced, file) = locks.move(path, to: newPath) else { return }
    let left = held.withLock { held -> LeaseFolder.Held? in
      guard let lease = held[replaced], lease.name == name else { return nil }
      held[replaced] = nil
      defer { held[file] = lease }
      return held[file]
    }
    if let left { folder.giveBack(left) }
  }

  /// Whether only the process that created the file writes to it.
  private static func hasOneWriter(_ path: String) -> Bool {
    let name = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    return SegmentName(String(name)) != nil || name.hasSuffix(UncountedDrops.suffix)
  }
}
