/// Who in this process has the lock of which file, where the system keeps no such account.
///
/// Each way to the disk has its own, since the numbers of open files are its own; the locks are the process's.
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

  /// False when another file of that name has it.
  func tryLock(_ file: FileDescriptor) -> Bool {
    guard let path = paths.withLock({ $0[file] }) else { return true }
    let own = Holder(locks: ObjectIdentifier(self), file: file)
    return Self.table.holders.withLock { holders in
      let holder = holders[path] ?? own
      holders[path] = holder
      return holder == own
    }
  }

  func close(_ file: FileDescriptor) {
    guard let path = paths.withLock({ $0.removeValue(forKey: file) }) else { return }
    let own = Holder(locks: ObjectIdentifier(self), file: file)
    Self.table.holders.withLock { holders in
      if holders[path] == own { holders[path] = nil }
    }
  }

  /// The name, or that of a folder, is another file's from now on: who had the lock has that of a file without a name.
  func forget(_ path: String) {
    Self.table.holders.withLock { holders in
      holders = holders.filter { $0.key != path && !$0.key.hasPrefix(path + "/") }
    }
  }
}
