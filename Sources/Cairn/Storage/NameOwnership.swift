/// A file that says whose a name is: earlier versions gave one to several texts.
package struct NameOwnership: Sendable {
  private static let patience = 100

  package let path: String
  package let files: any FileSystem

  package init(_ path: String, in files: any FileSystem) {
    self.path = path
    self.files = files
  }

  /// Who has it: the first who asked.
  package func owner(orElse text: String) throws(FileError) -> [UInt8] {
    for _ in 0...Self.patience {
      let file = try OpenFile.openOrMake(path, in: files)
      // Who writes it has the lock, and writes it whole: what ends with a line's end is all of it.
      if let owner = try Self.read(file) { return owner }
      if try file.tryLock() {
        if let owner = try Self.read(file) { return owner }
        try file.write(Array(text.utf8) + [UInt8(ascii: "\n")], at: 0)
        try file.sync()
        return Array(text.utf8)
      }
      Pause.milliseconds(1)
    }
    throw FileError(call: "lock", path: path, code: FileError.busy)
  }

  private static func read(_ file: OpenFile) throws(FileError) -> [UInt8]? {
    let bytes = try file.read(try file.status().size, at: 0)
    return bytes.last == UInt8(ascii: "\n") ? Array(bytes.dropLast()) : nil
  }
}

extension OpenFile {
  /// The file of this name, made if there is none.
  package static func openOrMake(
    _ path: String, in files: any FileSystem
  ) throws(FileError) -> OpenFile {
    do throws(FileError) {
      return try OpenFile(path, .create, in: files)
    } catch {
      guard error.code == FileError.exists else { throw error }
      return try OpenFile(path, .readWrite, in: files)
    }
  }
}
