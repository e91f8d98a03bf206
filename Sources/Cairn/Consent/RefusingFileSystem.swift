/// The files of a folder that is not trusted: they can be read, and every change throws the
/// refusal.
///
/// They are read because a stored denial of consent holds also in a folder that is not trusted.
struct RefusingFileSystem: FileSystem {
  let files: any FileSystem
  let refusal: FileError

  func list(_ path: String) throws(FileError) -> [String] { try files.list(path) }
  func open(_ path: String, _ mode: OpenMode) throws(FileError) -> FileDescriptor {
    guard mode == .read else { throw refusal }
    return try files.open(path, .read)
  }
  func read(
    _ file: FileDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(FileError) -> Int {
    try files.read(file, into: buffer, at: offset)
  }
  func status(_ file: FileDescriptor) throws(FileError) -> FileStatus { try files.status(file) }
  func close(_ file: FileDescriptor) { files.close(file) }

  func makeDirectory(_ path: String) throws(FileError) { throw refusal }
  func write(
    _ file: FileDescriptor, _ bytes: UnsafeRawBufferPointer, at offset: Int
  ) throws(FileError) -> Int {
    throw refusal
  }
  func sync(_ file: FileDescriptor, _ strength: SyncStrength) throws(FileError) { throw refusal }
  func syncDirectory(_ path: String) throws(FileError) { throw refusal }
  func tryLock(_ file: FileDescriptor) throws(FileError) -> Bool { throw refusal }
  func remove(_ path: String) throws(FileError) { throw refusal }
  func removeDirectory(_ path: String) throws(FileError) { throw refusal }
  func move(_ path: String, to newPath: String) throws(FileError) { throw refusal }
}
