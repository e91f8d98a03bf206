import Cairn

/// That a process is reading a document: a file beside it, which is left there by a process that dies of what it reads.
///
/// It holds the check of the document's file: of another document it says nothing. Whoever reads has the file's lock, so
/// that nobody takes a process that is still reading for a dead one.
package struct ReadingMark: Sendable {
  private static let size = 8

  private let file: OpenFile
  private let files: any FileSystem
  /// Whether somebody began to read this document, and did not come to the end.
  let isOfDeadReader: Bool

  /// Nil when somebody else reads it now, or the disk takes no mark: it is read without one.
  static func make(_ path: String, of bytes: [UInt8], in files: any FileSystem) -> ReadingMark? {
    do throws(FileError) {
      let file = try open(path, in: files)
      guard try file.tryLock() else { return nil }
      // Somebody may have removed it just now.
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

  /// It was read to the end, whatever came of it.
  package func remove() { try? files.remove(file.path) }
}
