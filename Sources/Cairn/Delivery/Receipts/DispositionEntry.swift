/// The disposition of one event, or of positions whose identifiers are unknown, in 32 bytes.
///
/// Documentation/JournalFormat.md, section 13.
package struct DispositionEntry: Hashable, Sendable {
  package static let size = 32
  /// The valid numbers of entries, which have six bytes on disk.
  package static let numbers: Range<UInt64> = 1..<(1 << 48) - 1
  private static let seed: UInt64 = 0xFA

  package let disposition: Disposition
  /// The words on disk: the identifier, or the lane, the first and the last number.
  private let words: (high: UInt64, low: UInt64)

  package init(_ id: EventID, _ disposition: Disposition) {
    self.disposition = disposition
    words = Self.words(id)
  }

  package init(damaged range: PositionRange) {
    disposition = .damaged
    words = (range.lane.rawValue, UInt64(range.first) | UInt64(range.last) << 32)
  }

  private init(_ disposition: Disposition, _ words: (high: UInt64, low: UInt64)) {
    self.disposition = disposition
    self.words = words
  }

  private static func words(_ id: EventID) -> (high: UInt64, low: UInt64) {
    (id.high.bigEndian, id.low.bigEndian)
  }

  package static func == (left: DispositionEntry, right: DispositionEntry) -> Bool {
    left.disposition == right.disposition && left.words == right.words
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(disposition)
    hasher.combine(words.high)
    hasher.combine(words.low)
  }

  package func concerns(_ id: EventID?, _ position: Position?) -> Bool {
    guard disposition == .damaged else { return id.map { Self.words($0) == words } ?? false }
    guard let position, position.lane.rawValue == words.high else { return false }
    return UInt32(truncatingIfNeeded: words.low) <= position.index
      && position.index <= UInt32(truncatingIfNeeded: words.low >> 32)
  }

  func write(_ number: UInt64, into buffer: inout OutputBuffer) {
    let start = buffer.count
    buffer.append(littleEndian: words.high)
    buffer.append(littleEndian: words.low)
    buffer.append(littleEndian: number << 16 | UInt64(disposition.code))
    let check = XXH64.hash(buffer.bytes.slice(start, Self.size - 8), seed: Self.seed)
    buffer.append(littleEndian: check)
  }

  /// Decodes an entry; nil when the bytes, which may be arbitrary, are not an entry.
  ///
  /// The member `entry` is nil when this version does not know the disposition.
  static func read(_ bytes: UnsafeRawBufferPointer) -> (number: UInt64, entry: DispositionEntry?)? {
    let word = bytes.littleEndian(UInt64.self, at: 16)
    guard numbers.contains(word >> 16),
      bytes.littleEndian(UInt64.self, at: 24) == XXH64.hash(bytes.slice(0, 24), seed: seed)
    else { return nil }
    let words = (
      high: bytes.littleEndian(UInt64.self, at: 0), low: bytes.littleEndian(UInt64.self, at: 8)
    )
    let disposition = Disposition(code: UInt16(truncatingIfNeeded: word))
    return (word >> 16, disposition.map { DispositionEntry($0, words) })
  }
}
