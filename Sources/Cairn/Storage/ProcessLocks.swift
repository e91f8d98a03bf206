/// The locks of files in this process, on systems without file locks.
///
/// Each file system has its own descriptor numbers; the locks are shared by the process.
final class ProcessLocks: Sendable {
  private struct Holder: Hashable, Sendable {
    var locks: ObjectIdentifier
    var file: FileDescriptor
  }

  private final class Table: Sendable {
    let holders = Locked<[String: Holder]>([:])
  }

  private static let table = Table()

  private let paths = Locked<[FileDescriptor: String]>([:])

  func open(_ file: FileDescriptor, _ path: String) { paths.withLock { $0[file] = path } }

  /// Returns false when another open file with that name has the lock.
  func tryLock(_ file: FileDescriptor) -> Bool {
    guard let path = paths.withLock({ $0[file] }) else { return true }
    let own = Holder(locks: ObjectIdentifier(self), file: file)
    return Self.table.holders.withLock { holders in
      let holder = holders[path] ?? own
      holders[path] = holder
      return holder == own
    }
  }

  /// Returns the path of an open file.
  func path(of file: FileDescriptor) -> String? { paths.withLock { $0[file] } }

  /// Returns the open file that has the lock of a path, if it is one of this object's.
  func holder(of path: String) -> FileDescriptor? {
    Self.table.holders.withLock { holders in
      holders[path].flatMap { $0.locks == ObjectIdentifier(self) ? $0.file : nil }
    }
  }

  func close(_ file: FileDescriptor) {
    unlock(file)
    paths.withLock { _ = $0.removeValue(forKey: file) }
  }

  /// Gives the lock back; the file stays open.
  func unlock(_ file: FileDescriptor) {
    guard let path = path(of: file) else { return }
    let own = Holder(locks: ObjectIdentifier(self), file: file)
    Self.table.holders.withLock { holders in
      if holders[path] == own { holders[path] = nil }
    }
  }

  /// Records that a file was renamed.
  ///
  /// If both it and the file that it replaced are locked by this object, the lock of the new name
  /// goes over to it, and the two files are returned.
  func move(
    _ path: String, to newPath: String
  ) -> (replaced: FileDescriptor, moved: FileDescriptor)? {
    let own = ObjectIdentifier(self)
    let pair = Self.table.holders.withLock { holders -> (FileDescriptor, FileDescriptor)? in
      guard let replaced = holders[newPath], let moved = holders[path], replaced.locks == own,
        moved.locks == own
      else { return nil }
      (holders[path], holders[newPath]) = (nil, moved)
      return (replaced.file, moved.file)
    }
    guard let pair else {
      forget(path)
      return nil
    }
    paths.withLock { $0[pair.1] = newPath }
    return pair
  }

  /// Records that the path, or a folder of it, now names another file: an existing lock belongs to
  /// a file without a name.
  func forget(_ path: String) {
    Self.table.holders.withLock { holders in
      holders = holders.filter { $0.key != path && !$0.key.hasPrefix(path + "/") }
    }
  }
}
