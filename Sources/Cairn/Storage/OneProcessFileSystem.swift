/// A disk without file locks, with locks among all instances in this process.
package struct OneProcessFileSystem: ForwardingFileSystem {
  package let files: any FileSystem
  private let locks = ProcessLocks()

  package init(_ files: any FileSystem) { self.files = files }

  package func open(_ path: String, _ mode: OpenMode) throws(FileError) -> FileDescriptor {
    let file = try files.open(path, mode)
    locks.open(file, path)
    return file
  }

  package func tryLock(_ file: FileDescriptor) throws(FileError) -> Bool {
    locks.tryLock(file)
  }

  package func close(_ file: FileDescriptor) {
    // Released first: the number may belong to another file as soon as it is closed.
    locks.close(file)
    files.close(file)
  }

  package func remove(_ path: String) throws(FileError) {
    try files.remove(path)
    locks.forget(path)
  }

  package func move(_ path: String, to newPath: String) throws(FileError) {
    try files.move(path, to: newPath)
    _ = locks.move(path, to: newPath)
  }
}
