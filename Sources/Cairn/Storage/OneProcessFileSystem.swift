/// A disk without file locks, with locks among all instances in this process.
package struct OneProcessFileSystem: FileSystem {
  private let files: any FileSystem
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
    locks.forget(path)
  }

  @inline(__always)
  package func write(
    _ file: FileDescriptor, _ bytes: UnsafeRawBufferPointer, at offset: Int
  ) throws(FileError) -> Int {
    try files.write(file, bytes, at: offset)
  }

  package func read(
    _ file: FileDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(FileError) -> Int {
    try files.read(file, into: buffer, at: offset)
  }

  package func makeDirectory(_ path: String) throws(FileError) { try files.makeDirectory(path) }
  package func protectDirectory(_ path: String) { files.protectDirectory(path) }
  package func list(_ path: String) throws(FileError) -> [String] { try files.list(path) }
  package func status(_ file: FileDescriptor) throws(FileError) -> FileStatus {
    try files.status(file)
  }
  package func standing(_ path: String) throws(FileError) -> FileAttributes? {
    try files.standing(path)
  }
  package func standing(_ file: FileDescriptor) throws(FileError) -> FileAttributes? {
    try files.standing(file)
  }
  package func sync(_ file: FileDescriptor, _ strength: SyncStrength) throws(FileError) {
    try files.sync(file, strength)
  }
  package func syncDirectory(_ path: String) throws(FileError) { try files.syncDirectory(path) }
  package func removeDirectory(_ path: String) throws(FileError) {
    try files.removeDirectory(path)
  }
}
