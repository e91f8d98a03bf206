import Cairn

/// The file of one waiting conversion.
///
/// It is written once, by the process that creates it, under the name of a draft. A process that
/// resolves the conversion holds the file's lock. See Documentation/JournalFormat.md, section 21.
struct WaitingConversionFile {
  /// The magic number `EVJCNV1\0`.
  private static let magic: UInt64 = 0x0031_564E_434A_5645
  private static let headerSize = 32
  private static let checkOffset = 24
  /// The maximum size of the content, in bytes.
  static let maximumBytes = 1 << 20
  /// The context that is authenticated with the content.
  private static let box = "conversion"

  private let path: String
  private let id: UInt64
  private let file: OpenFile
  private let folder: UserDataFolder

  /// Returns the number in a file's name; nil when the name is not that of such a file.
  static func id(_ name: String) -> UInt64? { Hex.value(Substring(name), as: UInt64.self) }

  private static func path(_ id: UInt64, in folder: UserDataFolder) -> String {
    "\(folder.path)/\(Hex.text(id))"
  }

  /// Opens an existing file.
  init(_ id: UInt64, in folder: UserDataFolder) throws(FileError) {
    self.id = id
    self.folder = folder
    path = Self.path(id, in: folder)
    file = try OpenFile(path, .readWrite, in: folder.files)
  }

  /// Writes a new file, if nothing was erased since `erasures`.
  ///
  /// It gets its name when it is complete, so that another process never reads a part of it.
  static func write(
    _ conversion: WaitingConversion, in folder: UserDataFolder, asOf erasures: UInt64
  ) throws(FileError) {
    let content = try folder.encryption.box(conversion.json, as: box)
    var buffer = OutputBuffer(capacity: headerSize + content.count)
    buffer.append(littleEndian: magic)
    buffer.append(littleEndian: conversion.id)
    buffer.append(littleEndian: UInt64(content.count))
    buffer.append(littleEndian: UInt64(0))
    buffer.append(content)
    buffer.store(check(buffer.bytes), at: checkOffset)
    let path = path(conversion.id, in: folder)
    var tries = mostTries
    while true {
      do throws(FileError) {
        return try write(Array(buffer.bytes), at: path, in: folder, asOf: erasures)
      } catch {
        // Another process has removed this draft as stale.
        tries -= 1
        guard tries > 0, error.code == FileError.busy || error.code == FileError.missing else {
          throw error
        }
      }
    }
  }

  private static func write(
    _ bytes: [UInt8], at path: String, in folder: UserDataFolder, asOf erasures: UInt64
  ) throws(FileError) {
    let draft = "\(path).\(Hex.text(folder.randomness.next()))\(draftSuffix)"
    let file = try folder.make(draft)
    do throws(FileError) {
      guard try file.tryLock(), try file.status().links > 0 else {
        throw FileError(call: "make", path: draft, code: FileError.busy)
      }
      guard folder.erasures == erasures, folder.isCurrent else {
        throw FileError(call: "make", path: draft, code: FileError.stale)
      }
      try file.write(bytes, at: 0)
      try folder.files.move(draft, to: path)
    } catch {
      try? folder.files.remove(draft)
      throw error
    }
  }

  /// Removes a draft whose writer has died; other files are left alone.
  static func removeDraft(_ name: String, in folder: UserDataFolder) throws(FileError) {
    guard name.hasSuffix(draftSuffix) else { return }
    let path = "\(folder.path)/\(name)"
    let file = try OpenFile(path, .readWrite, in: folder.files)
    // The writer has the lock until the file has its name.
    if try file.tryLock() { try folder.files.remove(path) }
  }

  private static let draftSuffix = ".new"
  private static let mostTries = 4

  /// The content of a file.
  enum Content {
    case conversion(WaitingConversion)
    /// The content was encrypted with a key that this process does not have.
    case sealed
    case damaged
  }

  func content() throws(FileError) -> Content {
    let size = try file.status().size
    guard size >= Self.headerSize, size <= Self.headerSize + Self.maximumBytes else {
      return .damaged
    }
    let bytes = try file.read(size, at: 0)
    guard bytes.withUnsafeBytes({ isValid($0) }) else { return .damaged }
    let boxed = Array(bytes[Self.headerSize...])
    guard let plain = try unboxed(boxed) else { return .sealed }
    return WaitingConversion(id, json: plain).map(Content.conversion) ?? .damaged
  }

  private func unboxed(_ bytes: [UInt8]) throws(FileError) -> [UInt8]? {
    do throws(FileError) {
      return try folder.encryption.unbox(bytes, as: Self.box)
    } catch {
      if error.code == FileError.noKey { return nil }
      throw error
    }
  }

  private func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.littleEndian(UInt64.self, at: 0) == Self.magic
      && bytes.littleEndian(UInt64.self, at: 8) == id
      && bytes.littleEndian(UInt64.self, at: 16) == UInt64(bytes.count - Self.headerSize)
      && bytes.littleEndian(UInt64.self, at: Self.checkOffset) == Self.check(bytes)
  }

  /// Takes the file's lock; returns false when another process has it.
  func tryLock() throws(FileError) -> Bool { try file.tryLock() }

  /// Whether the file still has a name.
  var isThere: Bool { (try? file.status().links) ?? 1 > 0 }

  func remove() throws(FileError) { try folder.files.remove(path) }

  /// Makes a new file survive a loss of power.
  func sync() throws(FileError) {
    try file.sync()
    try folder.files.syncDirectory(folder.path)
  }

  /// Returns the checksum of the header without the checksum field, and of the content.
  private static func check(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    let head = XXH64.hash(bytes.slice(0, checkOffset), seed: 0)
    return XXH64.hash(bytes.slice(headerSize, bytes.count - headerSize), seed: head)
  }
}

extension UserDataFolder {
  /// Creates a file, and the folder if it is missing.
  func make(_ path: String) throws(FileError) -> OpenFile {
    do throws(FileError) {
      return try OpenFile(path, .create, in: files)
    } catch {
      guard error.code == FileError.missing else { throw error }
    }
    try files.makeDirectory(self.path)
    files.protectDirectory(self.path)
    return try OpenFile(path, .create, in: files)
  }
}
