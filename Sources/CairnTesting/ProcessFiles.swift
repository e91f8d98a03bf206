import Cairn

/// The file system of one launch of an app.
///
/// After the launch is killed, every call fails, and its open files are closed, as the system
/// closes them.
final class ProcessFiles: FileSystem {
  private let files: any FileSystem
  /// The open files; nil after the kill.
  private let open: Locked<Set<FileDescriptor>?> = Locked([])

  init(_ files: any FileSystem) { self.files = files }

  /// Kills the launch: nothing that it does from now on reaches the disk.
  func kill() {
    let left = open.withLock { open in
      defer { open = nil }
      return open ?? []
    }
    for file in left { files.close(file) }
  }

  /// Performs a call if the launch is alive.
  ///
  /// A call in progress at the time of the kill is performed as a whole or not at all.
  private func alive<Result>(
    _ name: String, _ call: () throws(FileError) -> Result
  ) throws(FileError) -> Result {
    guard open.withLock({ $0 != nil }) else {
      throw FileError(call: name, path: "", code: FileError.inputOutput)
    }
    return try call()
  }

  func makeDirectory(_ path: String) throws(FileError) {
    try alive("mkdir") { () throws(FileError) in try files.makeDirectory(path) }
  }

  func protectDirectory(_ path: String) { files.protectDirectory(path) }

  func list(_ path: String) throws(FileError) -> [String] {
    try alive("list") { () throws(FileError) in try files.list(path) }
  }

  func open(_ path: String, _ mode: OpenMode) throws(FileError) -> FileDescriptor {
    let file = try alive("open") { () throws(FileError) in try files.open(path, mode) }
    let isAlive = open.withLock { open in
      open?.insert(file)
      return open != nil
    }
    if isAlive { return file }
    files.close(file)
    throw FileError(call: "open", path: path, code: FileError.inputOutput)
  }

  func read(
    _ file: FileDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(FileError) -> Int {
    try alive("read") { () throws(FileError) in try files.read(file, into: buffer, at: offset) }
  }

  func write(
    _ file: FileDescriptor, _ bytes: UnsafeRawBufferPointer, at offset: Int
  ) throws(FileError) -> Int {
    try alive("write") { () throws(FileError) in try files.write(file, bytes, at: offset) }
  }

  func status(_ file: FileDescriptor) throws(FileError) -> FileStatus {
    try alive("status") { () throws(FileError) in try files.status(file) }
  }

  func sync(_ file: FileDescriptor, _ strength: SyncStrength) throws(FileError) {
    try alive("sync") { () throws(FileError) in try files.sync(file, strength) }
  }

  func syncDirectory(_ path: String) throws(FileError) {
    try alive("sync") { () throws(FileError) in try files.syncDirectory(path) }
  }

  func tryLock(_ file: FileDescriptor) throws(FileError) -> Bool {
    try alive("lock") { () throws(FileError) in try files.tryLock(file) }
  }

  func close(_ file: FileDescriptor) {
    let isOpen = open.withLock { $0?.remove(file) != nil }
    if isOpen { files.close(file) }
  }

  func remove(_ path: String) throws(FileError) {
    try alive("remove") { () throws(FileError) in try files.remove(path) }
  }

  func removeDirectory(_ path: String) throws(FileError) {
    try alive("rmdir") { () throws(FileError) in try files.removeDirectory(path) }
  }

  func move(_ path: String, to newPath: String) throws(FileError) {
    try alive("move") { () throws(FileError) in try files.move(path, to: newPath) }
  }
}
