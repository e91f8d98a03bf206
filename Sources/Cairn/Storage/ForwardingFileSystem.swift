/// A file system in front of another one, which performs all calls that it does not change.
package protocol ForwardingFileSystem: FileSystem {
  var files: any FileSystem { get }
}

extension ForwardingFileSystem {
  package func makeDirectory(_ path: String) throws(FileError) { try files.makeDirectory(path) }
  package func protectDirectory(_ path: String) { files.protectDirectory(path) }
  package func list(_ path: String) throws(FileError) -> [String] { try files.list(path) }
  package func open(_ path: String, _ mode: OpenMode) throws(FileError) -> FileDescriptor {
    try files.open(path, mode)
  }
  package func read(
    _ file: FileDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(FileError) -> Int {
    try files.read(file, into: buffer, at: offset)
  }
  package func write(
    _ file: FileDescriptor, _ bytes: UnsafeRawBufferPointer, at offset: Int
  ) throws(FileError) -> Int {
    try files.write(file, bytes, at: offset)
  }
  package func status(_ file: FileDescriptor) throws(FileError) -> FileStatus {
    try files.status(file)
  }
  package func attributes(_ path: String) throws(FileError) -> FileAttributes? {
    try files.attributes(path)
  }
  package func attributes(_ file: FileDescriptor) throws(FileError) -> FileAttributes? {
    try files.attributes(file)
  }
  package func sync(_ file: FileDescriptor, _ strength: SyncStrength) throws(FileError) {
    try files.sync(file, strength)
  }
  package func syncDirectory(_ path: String) throws(FileError) { try files.syncDirectory(path) }
  package func tryLock(_ file: FileDescriptor) throws(FileError) -> Bool {
    try files.tryLock(file)
  }
  package func close(_ file: FileDescriptor) { files.close(file) }
  package func remove(_ path: String) throws(FileError) { try files.remove(path) }
  package func removeDirectory(_ path: String) throws(FileError) {
    try files.removeDirectory(path)
  }
  package func move(_ path: String, to newPath: String) throws(FileError) {
    try files.move(path, to: newPath)
  }
}
