package import Cairn

/// A file system in front of another one that injects faults into calls.
package final class FaultyFileSystem: FileSystem {
  /// A call that is about to be made.
  package struct Call: Sendable {
    /// The number of the call, counted from 1.
    package var number: Int
    package var name: String
    /// The path; empty for calls on an open file.
    package var path: String
    /// The number of bytes that a write is about to write.
    package var bytes: Int
  }

  /// The fault of a call.
  package enum Fault: Sendable {
    case none
    case fail(Int32)
    /// The write writes at most the given number of bytes, and returns that number.
    case short(Int)
  }

  private let files: any FileSystem
  private let plan: @Sendable (Call) -> Fault
  private let count = Locked(0)

  package init(_ files: any FileSystem, plan: @escaping @Sendable (Call) -> Fault) {
    self.files = files
    self.plan = plan
  }

  package var calls: Int { count.withLock { $0 } }

  /// Throws the planned failure, or returns the other fault.
  @discardableResult
  private func check(
    _ name: String, _ path: String = "", bytes: Int = 0
  ) throws(FileError) -> Fault {
    let number = count.withLock { count in
      count += 1
      return count
    }
    let fault = plan(Call(number: number, name: name, path: path, bytes: bytes))
    if case .fail(let code) = fault { throw FileError(call: name, path: path, code: code) }
    return fault
  }

  package func makeDirectory(_ path: String) throws(FileError) {
    try check("mkdir", path)
    try files.makeDirectory(path)
  }

  package func protectDirectory(_ path: String) { files.protectDirectory(path) }

  package func list(_ path: String) throws(FileError) -> [String] {
    try check("list", path)
    return try files.list(path)
  }

  package func open(_ path: String, _ mode: OpenMode) throws(FileError) -> FileDescriptor {
    try check(mode == .create ? "create" : "open", path)
    return try files.open(path, mode)
  }

  package func read(
    _ file: FileDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(FileError) -> Int {
    try check("read")
    return try files.read(file, into: buffer, at: offset)
  }

  package func write(
    _ file: FileDescriptor, _ bytes: UnsafeRawBufferPointer, at offset: Int
  ) throws(FileError) -> Int {
    if case .short(let count) = try check("write", bytes: bytes.count), count < bytes.count {
      return try files.write(file, UnsafeRawBufferPointer(rebasing: bytes[..<count]), at: offset)
    }
    return try files.write(file, bytes, at: offset)
  }

  package func status(_ file: FileDescriptor) throws(FileError) -> FileStatus {
    try check("status")
    return try files.status(file)
  }

  package func attributes(_ path: String) throws(FileError) -> FileAttributes? {
    try files.attributes(path)
  }

  package func attributes(_ file: FileDescriptor) throws(FileError) -> FileAttributes? {
    try files.attributes(file)
  }

  package func sync(_ file: FileDescriptor, _ strength: SyncStrength) throws(FileError) {
    try check("sync")
    try files.sync(file, strength)
  }

  package func syncDirectory(_ path: String) throws(FileError) {
    try check("syncDirectory", path)
    try files.syncDirectory(path)
  }

  package func tryLock(_ file: FileDescriptor) throws(FileError) -> Bool {
    try check("lock")
    return try files.tryLock(file)
  }

  package func close(_ file: FileDescriptor) { files.close(file) }

  package func move(_ path: String, to newPath: String) throws(FileError) {
    try check("move", path)
    try files.move(path, to: newPath)
  }

  package func removeDirectory(_ path: String) throws(FileError) {
    try check("rmdir", path)
    try files.removeDirectory(path)
  }

  package func remove(_ path: String) throws(FileError) {
    try check("remove", path)
    try files.remove(path)
  }
}
