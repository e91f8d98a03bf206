/// The files of a folder that is not trusted: what is there can be read, and nothing is changed.
///
/// What a user has said of consent holds wherever it was written down.
struct RefusedFiles: FileSystem {
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
