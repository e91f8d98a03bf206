/// Creates the file of two slots, filled with zeros before anything else is written to it.
///
/// The space of both slots is allocated at once, so that a full disk later cannot prevent a commit.
/// Only the process that has the file's lock writes the zeros, and only after the existing bytes. A
/// process that wants to write a value first ensures that the file is long enough. So no zeros are
/// written over a value, however long their writer is delayed.
struct DoubleSlotFileMaker {
  /// The milliseconds to wait for another process that is creating the file; it needs the time of
  /// one write.
  private static let patience = 20

  private let path: String
  private let size: Int
  private let files: any FileSystem

  init(_ path: String, size: Int, files: any FileSystem) {
    self.path = path
    self.size = size
    self.files = files
  }

  /// Ensures that the file exists and is long enough.
  func make() throws(FileError) {
    for attempt in 0...Self.patience {
      let file = try openOrCreate()
      if try file.status().size >= size { return }
      if try file.tryLock() {
        // The file was removed before it was locked: the next attempt creates another one.
        if try file.status().links > 0 { return try fill(file) }
      } else if attempt < Self.patience {
        BlockingSleep.milliseconds(1)
      }
    }
    throw FileError(call: "lock", path: path, code: FileError.busy)
  }

  /// Ensures the same and holds the file's lock as long as the file is open; nil when another
  /// process has the lock.
  func lock() throws(FileError) -> OpenFile? {
    let file = try openOrCreate()
    guard try file.tryLock() else { return nil }
    // The file was removed between the two calls, so its lock protects nothing.
    guard try file.status().links > 0 else {
      throw FileError(call: "lock", path: path, code: FileError.missing)
    }
    try fill(file)
    return file
  }

  private func openOrCreate() throws(FileError) -> OpenFile {
    do throws(FileError) {
      return try OpenFile(path, .readWrite, in: files)
    } catch {
      guard error.code == FileError.missing else { throw error }
    }
    do throws(FileError) {
      return try OpenFile(path, .create, in: files)
    } catch {
      // Another process created it in between.
      guard error.code == FileError.exists else { throw error }
      return try OpenFile(path, .readWrite, in: files)
    }
  }

  /// Appends zeros and keeps the existing bytes: a process that was killed while it created the
  /// file had written only zeros.
  private func fill(_ file: OpenFile) throws(FileError) {
    let length = try file.status().size
    guard length < size else { return }
    do throws(FileError) {
      try file.write([UInt8](repeating: 0, count: size - length), at: length)
    } catch {
      // A file with content is used without its missing space; an empty one would be considered
      // complete.
      guard length == 0 else { return }
      try? files.remove(path)
      throw error
    }
  }
}
