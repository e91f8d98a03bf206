/// Makes the file of two slots: full of zeros before anything else is written to it.
///
/// The room of both slots is taken at once, so that a full disk later cannot stop a commit. Only who has the file's lock
/// writes those zeros, and only behind what is there. Who wants to write a value sees to it first that the file is long
/// enough. So no zeros are written over a value, however long their writer is held up.
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

  /// Sees to it that the file is there, and long enough.
  func make() throws(FileError) {
    for attempt in 0...Self.patience {
      let file = try openOrCreate()
      if try file.status().size >= size { return }
      if try file.tryLock() {
        // Removed before it was locked: the next attempt makes another one.
        if try file.status().links > 0 { return try fill(file) }
      } else if attempt < Self.patience {
        Pause.milliseconds(1)
      }
    }
    throw FileError(call: "lock", path: path, code: FileError.busy)
  }

  /// The same, with the file's lock for as long as the file is open; nil when somebody else has it.
  func lock() throws(FileError) -> OpenFile? {
    let file = try openOrCreate()
    guard try file.tryLock() else { return nil }
    // Removed between the two calls: whoever locks that one has the lock of nothing.
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
      // Another process made it in between.
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
      // A file that holds something is used without the room that it lacks; an empty one would be taken for made.
      guard length == 0 else { return }
      try? files.remove(path)
      throw error
    }
  }
}
