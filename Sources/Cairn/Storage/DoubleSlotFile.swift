/// A small value that is replaced often and must never be half written: two slots in one file,
/// written alternately.
///
/// Documentation/JournalFormat.md, section 8.
///
/// A write is one system call to the older slot, so that the newer one stays whole whenever the
/// process dies. Replacing a file by renaming another over it is safe too, and several hundred
/// times as slow.
package final class DoubleSlotFile: Sendable {
  /// The size of magic, check, generation and length before the content.
  package static let headerSize = 28
  private static let seed: UInt64 = 0xC0

  private let file: OpenFile
  private let magic: UInt64
  private let slotSize: Int
  private let generation: Locked<UInt64>
  /// The number of bytes of each slot that were ever written, as far as is known.
  private let used: Locked<[Int]>

  /// One of the two slots as it was read.
  package struct Slot: Sendable {
    package var generation: UInt64
    package var content: [UInt8]
  }

  /// The slots that are whole, the newer one first.
  package let slots: [Slot]

  /// Opens or creates the file.
  package convenience init(
    _ path: String, magic: UInt64, slotSize: Int, files: any FileSystem
  ) throws(FileError) {
    // The locked file is closed first: otherwise its lock would last as long as this object.
    try DoubleSlotFileMaker(path, size: 2 * slotSize, files: files).make()
    try self.init(OpenFile(path, .readWrite, in: files), magic, slotSize)
  }

  private init(_ file: OpenFile, _ magic: UInt64, _ slotSize: Int) throws(FileError) {
    self.file = file
    self.magic = magic
    self.slotSize = slotSize
    let found = try Self.read(file, magic, slotSize)
    slots = found.slots
    used = Locked(found.used)
    generation = Locked(slots.first?.generation ?? 0)
  }

  /// Opens the file with its lock for as long as this object lives; nil when another process has
  /// the lock.
  package static func locked(
    _ path: String, magic: UInt64, slotSize: Int, files: any FileSystem
  ) throws(FileError) -> DoubleSlotFile? {
    let maker = DoubleSlotFileMaker(path, size: 2 * slotSize, files: files)
    guard let file = try maker.lock() else { return nil }
    return try DoubleSlotFile(file, magic, slotSize)
  }

  /// Returns the slots of a file that another process may be writing, the newer one first.
  ///
  /// Changes nothing.
  package static func slots(
    at path: String, magic: UInt64, slotSize: Int, files: any FileSystem
  ) throws(FileError) -> [Slot] {
    try read(OpenFile(path, .read, in: files), magic, slotSize).slots
  }

  /// The generation that was read or written last.
  package var lastGeneration: UInt64 { generation.withLock { $0 } }

  /// Whether the file ever had a value; its slots may be damaged since.
  package var hadValue: Bool { used.withLock { $0.contains { $0 > Self.headerSize } } }

  /// The maximum number of bytes in a slot.
  package var capacity: Int { slotSize - Self.headerSize }

  /// Replaces the value.
  ///
  /// When the call returns, the new value survives the death of the process.
  package func write(_ content: [UInt8]) throws(FileError) {
    guard content.count <= capacity else {
      throw FileError(call: "write slot", path: file.path, code: FileError.tooBig)
    }
    try generation.withLock { (generation) throws(FileError) in
      // A value with the last number would not be read.
      guard generation < .max - 1 else {
        throw FileError(call: "write slot", path: file.path, code: FileError.tooBig)
      }
      var slot = OutputBuffer(capacity: Self.headerSize + content.count)
      slot.append(littleEndian: magic)
      slot.append(littleEndian: UInt64(0))
      slot.append(littleEndian: generation + 1)
      slot.append(littleEndian: UInt32(Self.headerSize + content.count))
      slot.append(content)
      let check = XXH64.hash(slot.bytes.slice(16, slot.count - 16), seed: Self.seed)
      slot.store(check, at: 8)
      let place = Int((generation + 1) & 1)
      // The rest of a longer previous value must not remain after a shorter one.
      let length = slot.count
      let written = used.withLock { used in
        used[place] = max(used[place], length)
        return used[place]
      }
      slot.appendZeros(written - length)
      try file.write(slot.bytes, at: place * slotSize)
      used.withLock { $0[place] = length }
      generation += 1
    }
  }

  /// Continues after the generations that another process has written since, so that they are not
  /// replaced; with `ifNewest`, returns false and does nothing when there are any.
  func refresh(ifNewest: Bool = false) throws(FileError) -> Bool {
    let found = try Self.read(file, magic, slotSize)
    let newest = found.slots.first?.generation ?? 0
    if ifNewest, newest > lastGeneration { return false }
    used.withLock { used in used = zip(used, found.used).map { max($0, $1) } }
    generation.withLock { $0 = max($0, newest) }
    return true
  }

  /// Makes the next write go to the slot that was written last, because the other one is known to
  /// be whole.
  package func skipSlot() { generation.withLock { $0 = $0 < .max - 2 ? $0 + 1 : $0 } }

  /// Makes the next write have the number after this one.
  func advance(to number: UInt64) { generation.withLock { $0 = number } }

  /// Makes the value survive a loss of power.
  package func sync(_ strength: SyncStrength = .durable) throws(FileError) {
    try file.sync(strength)
  }

  private static func read(
    _ file: OpenFile, _ magic: UInt64, _ slotSize: Int
  ) throws(FileError) -> (slots: [Slot], used: [Int]) {
    var slots: [Slot] = []
    var lengths: [Int] = []
    for offset in [0, slotSize] {
      let head = try file.read(headerSize, at: offset)
      let used = head.withUnsafeBytes { usedLength($0, slotSize) }
      lengths.append(used)
      let bytes = try file.read(used, at: offset)
      if let slot = bytes.withUnsafeBytes({ readSlot($0, magic) }) { slots.append(slot) }
    }
    return (slots.sorted { $0.generation > $1.generation }, lengths)
  }

  /// Returns the used length of a slot, most of which is empty and need not be read.
  private static func usedLength(_ head: UnsafeRawBufferPointer, _ slotSize: Int) -> Int {
    guard head.count == headerSize else { return head.count }
    return min(max(headerSize, Int(head.littleEndian(UInt32.self, at: 24))), slotSize)
  }

  /// Returns the slot; nil unless it is whole: the length is verified before it is used.
  package static func readSlot(_ bytes: UnsafeRawBufferPointer, _ magic: UInt64) -> Slot? {
    guard bytes.count >= headerSize, bytes.littleEndian(UInt64.self, at: 0) == magic else {
      return nil
    }
    let generation = bytes.littleEndian(UInt64.self, at: 16)
    let used = Int(bytes.littleEndian(UInt32.self, at: 24))
    // The greatest number has no successor, so it was never written.
    guard generation < .max, used >= headerSize, used <= bytes.count,
      bytes.littleEndian(UInt64.self, at: 8) == XXH64.hash(bytes.slice(16, used - 16), seed: seed)
    else { return nil }
    return Slot(
      generation: generation,
      content: Array(bytes.slice(headerSize, used - headerSize)))
  }
}
