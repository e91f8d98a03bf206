import Cairn

/// A file that marks a document as being read.
///
/// It remains when the document ends the process that reads it.
///
/// It contains a hash of the document's file, so that it applies to that document only. The reader
/// holds its lock, so that a process that is still reading is not taken for a dead one.
package struct ReadingMark: Sendable {
  private static let size = 8

  private let file: OpenFile
  private let files: any FileSystem
  /// Whether a process began to read this document and did not finish.
  let isOfDeadReader: Bool

  /// Makes a mark; nil if another process is reading the document or the mark cannot be written.
  ///
  /// The document is then read without one.
  static func make(_ path: String, of bytes: [UInt8], in files: any FileSystem) -> ReadingMark? {
    do throws(FileError) {
      let file = try open(path, in: files)
      guard try file.tryLock() else { return nil }
      // Another process may just have removed the file.
      guard try file.status().links > 0 else { return nil }
      var check = OutputBuffer(capacity: size)
      check.append(littleEndian: XXH64.hash(bytes, seed: 0))
      let mark = Array(check.bytes)
      if try file.read(size, at: 0) == mark {
        return ReadingMark(file: file, files: files, isOfDeadReader: true)
      }
      try file.write(mark, at: 0)
      return ReadingMark(file: file, files: files, isOfDeadReader: false)
    } catch {
      return nil
    }
  }

  private static func open(
    _ path: String, in files: any FileSystem
  ) throws(FileError) -> OpenFile {
    do throws(FileError) {
      return try OpenFile(path, .create, in: files)
    } catch {
      guard error.code == FileError.exists else { throw error }
      return try OpenFile(path, .readWrite, in: files)
    }
  }

  /// Removes the mark after the document was read completely, whatever the result.
  package func remove() { try? files.remove(file.path) }
}
