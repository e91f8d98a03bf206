/// A file that stores the owner of a name, which earlier versions gave to several texts.
package struct NameOwnership: Sendable {
  private static let patience = 100

  package let path: String
  package let files: any FileSystem

  package init(_ path: String, in files: any FileSystem) {
    self.path = path
    self.files = files
  }

  /// Returns the owner: the first text that requested the name.
  package func owner(orElse text: String) throws(FileError) -> [UInt8] {
    for _ in 0...Self.patience {
      let file = try OpenFile.openOrMake(path, in: files)
      // The writer holds the lock, and writes the whole line: a text that ends with a line break is
      // complete.
      if let owner = try Self.read(file) { return owner }
      if try file.tryLock() {
        if let owner = try Self.read(file) { return owner }
        try file.write(Array(text.utf8) + [UInt8(ascii: "\n")], at: 0)
        try file.sync()
        return Array(text.utf8)
      }
      BlockingSleep.milliseconds(1)
    }
    throw FileError(call: "lock", path: path, code: FileError.busy)
  }

  private static func read(_ file: OpenFile) throws(FileError) -> [UInt8]? {
    let bytes = try file.read(try file.status().size, at: 0)
    return bytes.last == UInt8(ascii: "\n") ? Array(bytes.dropLast()) : nil
  }
}

extension OpenFile {
  /// Opens the file of this name, or creates it.
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
