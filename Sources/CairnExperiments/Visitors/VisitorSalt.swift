import Cairn

/// The salt for hashes of visitor IDs: 32 random bytes in a file of the visitors' folder, removed
/// with it.
///
/// See Documentation/JournalFormat.md, section 17.
enum VisitorSalt {
  static let fileName = "salt"
  private static let size = 32
  /// The context that is authenticated with the salt when it is encrypted.
  private static let box = "visitor salt"

  /// Returns the folder's salt, which is created if there is none; a salt for this launch if that
  /// is not possible.
  static func get(in folder: UserDataFolder, asOf erasures: UInt64) -> [UInt8] {
    let new = make(folder.randomness)
    guard folder.mayStore else { return new }
    let path = "\(folder.path)/\(fileName)"
    do throws(FileError) {
      if let salt = try read(path, in: folder) { return salt }
      try folder.files.makeDirectory(folder.path)
      folder.files.protectDirectory(folder.path)
      return try store(new, at: path, in: folder, asOf: erasures)
    } catch {
      return (try? read(path, in: folder)) ?? new
    }
  }

  private static func make(_ randomness: any Randomness) -> [UInt8] {
    (0..<size / 8).flatMap { _ in withUnsafeBytes(of: randomness.next()) { Array($0) } }
  }

  /// Reads the salt; nil when there is none or it is not valid.
  private static func read(_ path: String, in folder: UserDataFolder) throws(FileError) -> [UInt8]?
  {
    let file: OpenFile
    do throws(FileError) {
      file = try OpenFile(path, .read, in: folder.files)
    } catch {
      if error.code == FileError.missing { return nil }
      throw error
    }
    let bytes = try file.read(file.status().size, at: 0)
    let salt = try folder.encryption.unbox(bytes, as: box)
    return salt?.count == size ? salt : nil
  }

  /// Stores a salt atomically, and never replaces that of another process.
  private static func store(
    _ salt: [UInt8], at path: String, in folder: UserDataFolder, asOf erasures: UInt64
  ) throws(FileError) -> [UInt8] {
    let lock = try locked(path + ".lock", in: folder)
    defer { withExtendedLifetime(lock) {} }
    if let other = try read(path, in: folder) { return other }
    let draft = "\(path).\(Hex.text(folder.randomness.next()))"
    let file = try OpenFile(draft, .create, in: folder.files)
    do throws(FileError) {
      try file.write(folder.encryption.box(salt, as: box), at: 0)
      try file.sync()
      guard folder.erasures == erasures else {
        throw FileError(call: "make", path: path, code: FileError.stale)
      }
      try folder.files.move(draft, to: path)
    } catch {
      try? folder.files.remove(draft)
      throw error
    }
    return salt
  }

  private static func locked(_ path: String, in folder: UserDataFolder) throws(FileError)
    -> OpenFile
  {
    let file: OpenFile
    do throws(FileError) {
      file = try OpenFile(path, .create, in: folder.files)
    } catch {
      guard error.code == FileError.exists else { throw error }
      file = try OpenFile(path, .readWrite, in: folder.files)
    }
    guard try file.tryLock() else {
      throw FileError(call: "lock", path: path, code: FileError.stale)
    }
    return file
  }
}
