/// A part of a file in memory, which moves to where it is read.
///
/// Reading 256 KiB at a time into the same memory is faster than mapping the file, and cannot raise
/// SIGBUS.
struct FileWindow: ~Copyable {
  private static let step = 256 * 1024
  private let file: OpenFile
  private let limit: Int
  private var memory: UnsafeMutableRawBufferPointer
  private var start = 0
  private var count = 0

  init(_ file: OpenFile, limit: Int) {
    self.file = file
    self.limit = limit
    // A segment that is known to be short needs no more memory than its length.
    let size = min(Self.step, max(limit, 4_096))
    memory = .allocate(byteCount: size, alignment: 16)
  }

  deinit { memory.deallocate() }

  /// Returns the bytes at an offset, or nil when the file or the limit ends before them.
  ///
  /// They are valid until the next call.
  @inline(__always)
  mutating func bytes(at offset: Int, count wanted: Int) throws(FileError)
    -> UnsafeRawBufferPointer?
  {
    if offset < start || offset + wanted > start + count {
      guard try load(offset, wanted) else { return nil }
    }
    return UnsafeRawBufferPointer(rebasing: memory[offset - start..<offset - start + wanted])
  }

  private mutating func load(_ offset: Int, _ wanted: Int) throws(FileError) -> Bool {
    guard offset + wanted <= limit else { return false }
    if wanted > memory.count {
      memory.deallocate()
      memory = .allocate(byteCount: wanted, alignment: 16)
    }
    start = offset
    count = 0
    let most = min(memory.count, limit - offset)
    count = try file.read(
      into: UnsafeMutableRawBufferPointer(rebasing: memory[..<most]), at: offset)
    return count >= wanted
  }

  /// Returns the first offset from `offset` on, in steps of eight bytes, at which a record's marker
  /// begins; the end if there is none.
  mutating func findMarker(from offset: Int) throws(FileError) -> Int {
    var place = offset
    while let word = try bytes(at: place, count: 4) {
      if word.littleEndian(UInt32.self, at: 0) == RecordHeader.marker { return place }
      place += RecordHeader.alignment
    }
    return place
  }

  /// Returns the end of the file, or the limit if that is smaller.
  func end() throws(FileError) -> Int { min(limit, try file.status().size) }
}
