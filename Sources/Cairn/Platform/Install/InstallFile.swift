/// A file that holds an installation's identifier followed by a newline.
package struct InstallFile: Sendable {
  private let path: String
  private let files: any FileSystem

  package init(_ path: String, in files: any FileSystem) {
    self.path = path
    self.files = files
  }

  /// Returns the identifier; nil when the file does not exist or is incomplete, because power was
  /// lost or another process is writing it.
  package func read() throws(FileError) -> InstallID? {
    do throws(FileError) {
      return try Self.read(OpenFile(path, .read, in: files))
    } catch {
      guard error.code == FileError.missing else { throw error }
      return nil
    }
  }

  /// Replaces the identifier.
  package func write(_ id: InstallID) throws(FileError) {
    try Self.write(id, to: openOrMake())
  }

  /// Writes the identifier unless there is one, and returns the stored one.
  ///
  /// The file's lock is held: if the name existed before its content, two processes could get
  /// different identifiers.
  package func writeIfMissing(_ id: InstallID) throws(FileError) -> InstallID {
    let file = try openOrMake()
    guard try file.tryLock() else {
      throw FileError(call: "lock", path: path, code: FileError.busy)
    }
    if let stored = try Self.read(file) { return stored }
    try Self.write(id, to: file)
    return id
  }

  private func openOrMake() throws(FileError) -> OpenFile {
    do throws(FileError) {
      return try OpenFile(path, .create, in: files)
    } catch {
      guard error.code == FileError.exists else { throw error }
      return try OpenFile(path, .readWrite, in: files)
    }
  }

  private static func read(_ file: OpenFile) throws(FileError) -> InstallID? {
    let bytes = try file.read(33, at: 0)
    guard bytes.last == UInt8(ascii: "\n") else { return nil }
    return InstallID(String(decoding: bytes.dropLast(), as: UTF8.self))
  }

  private static func write(_ id: InstallID, to file: OpenFile) throws(FileError) {
    try file.write(Array((id.text + "\n").utf8), at: 0)
  }
}
