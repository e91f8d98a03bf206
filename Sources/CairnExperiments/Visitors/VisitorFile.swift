import Cairn

/// A file of visitors' states: an append-only sequence of records with a single writer.
///
/// See Documentation/JournalFormat.md, section 17. The writer holds the file's lock. A process that
/// can take the lock may remove the file.
struct VisitorFile: Sendable {
  /// The magic number `EVJVIS1\0`.
  static let magic: UInt64 = 0x0031_5349_564A_5645
  /// The mark at the start of a record, `VREC`.
  static let mark: UInt32 = 0x4345_5256
  static let headerSize = 16
  static let recordHeaderSize = 24

  let name: String
  let id: UInt64
  private let file: OpenFile
  /// The end of the records.
  private(set) var end: Int

  static func path(_ name: String, in folder: UserDataFolder) -> String { "\(folder.path)/\(name)" }

  /// Returns the ID in a file's name; nil when the name is not that of such a file.
  static func id(_ name: String) -> UInt64? { Hex.value(Substring(name), as: UInt64.self) }

  /// Creates a file, if nothing was erased since `erasures`.
  init(in folder: UserDataFolder, asOf erasures: UInt64) throws(FileError) {
    id = folder.randomness.next()
    name = Hex.text(id)
    let path = Self.path(name, in: folder)
    file = try folder.make(path)
    end = Self.headerSize
    do throws(FileError) {
      guard try file.tryLock(), folder.erasures == erasures, folder.isCurrent else {
        throw FileError(call: "make", path: path, code: FileError.stale)
      }
      var header = OutputBuffer(capacity: Self.headerSize)
      header.append(littleEndian: Self.magic)
      header.append(littleEndian: id)
      try file.write(header.bytes, at: 0)
    } catch {
      try? folder.files.remove(path)
      throw error
    }
  }

  /// Opens an existing file, and takes its lock if it is free.
  init(_ name: String, _ id: UInt64, in folder: UserDataFolder) throws(FileError) {
    self.name = name
    self.id = id
    file = try OpenFile(Self.path(name, in: folder), .readWrite, in: folder.files)
    isFree = try file.tryLock()
    end = try file.status().size
  }

  /// Whether this process has the lock, so that the file may be removed when its records are stored
  /// elsewhere.
  private(set) var isFree = true

  /// Whether the file still has a name; the folder may have been removed.
  var isThere: Bool { (try? file.status().links) ?? 1 > 0 }

  /// Whether this process still has the lock; a process that was suspended may have lost it.
  var isOwn: Bool { (try? file.tryLock()) ?? true }

  /// Appends records with a single write.
  ///
  /// If it throws, none of the records is valid, and the next ones overwrite them.
  mutating func append(_ records: [(stamp: UInt64, content: [UInt8])]) throws(FileError) {
    var buffer = OutputBuffer(capacity: records.reduce(0) { $0 + $1.content.count + 24 })
    for record in records {
      let start = buffer.count
      buffer.append(littleEndian: Self.mark)
      buffer.append(littleEndian: UInt32(record.content.count))
      buffer.append(littleEndian: record.stamp)
      buffer.append(littleEndian: UInt64(0))
      buffer.append(record.content)
      let check = Self.check(buffer.bytes.slice(start, buffer.count - start), id, at: end + start)
      buffer.store(check, at: start + 16)
    }
    try file.write(buffer.bytes, at: end)
    end += buffer.count
  }

  /// Returns the valid records in order.
  ///
  /// Damaged records and an incomplete end are skipped.
  func records() throws(FileError) -> [(stamp: UInt64, content: [UInt8])] {
    let bytes = try file.read(end, at: 0)
    return bytes.withUnsafeBytes { Self.records(in: $0, id) }
  }

  func sync() throws(FileError) { try file.sync() }

  private static func records(
    in bytes: UnsafeRawBufferPointer, _ id: UInt64
  ) -> [(stamp: UInt64, content: [UInt8])] {
    var records: [(UInt64, [UInt8])] = []
    guard bytes.count >= headerSize, bytes.littleEndian(UInt64.self, at: 0) == magic,
      bytes.littleEndian(UInt64.self, at: 8) == id
    else { return [] }
    var place = headerSize
    while bytes.count - place >= recordHeaderSize {
      guard let size = size(of: bytes, at: place, id) else {
        place += 1
        continue
      }
      let content = bytes.slice(place + recordHeaderSize, size - recordHeaderSize)
      records.append((bytes.littleEndian(UInt64.self, at: place + 8), Array(content)))
      place += size
    }
    return records
  }

  /// Returns the size of the record at this position; nil when no valid record begins there.
  private static func size(of bytes: UnsafeRawBufferPointer, at place: Int, _ id: UInt64) -> Int? {
    guard bytes.littleEndian(UInt32.self, at: place) == mark else { return nil }
    let size = recordHeaderSize + Int(bytes.littleEndian(UInt32.self, at: place + 4))
    guard size <= bytes.count - place,
      bytes.littleEndian(UInt64.self, at: place + 16)
        == check(bytes.slice(place, size), id, at: place)
    else { return nil }
    return size
  }

  /// Returns the checksum of a record without the checksum field.
  ///
  /// It includes the file's ID and the position, so that remains of another file on the disk are
  /// not valid.
  private static func check(_ record: UnsafeRawBufferPointer, _ id: UInt64, at place: Int) -> UInt64
  {
    let head = XXH64.hash(record.slice(0, 16), seed: id &+ UInt64(place))
    return XXH64.hash(record.slice(recordHeaderSize, record.count - recordHeaderSize), seed: head)
  }
}
