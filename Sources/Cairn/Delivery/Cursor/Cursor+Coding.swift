/// The encoding of a cursor in a slot.
///
/// Documentation/JournalFormat.md, section 8.
extension Cursor {
  private static let batchSize = 56
  private static let rangeSize = 16
  private static let hasBatch: UInt16 = 1
  /// The flag for numbers of lanes and ranges with high halves, which follow the counters.
  private static let isWide: UInt16 = 2

  package func encoded() -> [UInt8] {
    var buffer = OutputBuffer(capacity: 512)
    let lanes = settled.prefixes.sorted { $0.key < $1.key }
    let ranges = inFlight?.ranges ?? []
    let islands = settled.islands
    let numbers = [lanes.count, ranges.count, islands.count]
    let wide = numbers.contains { $0 > UInt16.max } ? Self.isWide : 0
    for number in numbers { buffer.append(littleEndian: UInt16(truncatingIfNeeded: number)) }
    buffer.append(littleEndian: (inFlight == nil ? 0 : Self.hasBatch) | wide)
    Self.write(inFlight, into: &buffer)
    for value in counters.values { buffer.append(littleEndian: value) }
    if wide != 0 {
      for number in numbers { buffer.append(littleEndian: UInt32(clamping: number >> 16)) }
      buffer.append(littleEndian: UInt32(0))
    }
    for (lane, last) in lanes {
      Self.write(PositionRange(lane: lane, first: 1, last: last), into: &buffer)
    }
    for range in ranges + islands { Self.write(range, into: &buffer) }
    return Array(buffer.bytes)
  }

  private static func write(_ batch: SealedBatch?, into buffer: inout OutputBuffer) {
    guard let batch else { return buffer.appendZeros(batchSize) }
    buffer.append(littleEndian: batch.key.high)
    buffer.append(littleEndian: batch.key.low)
    buffer.append(littleEndian: batch.bodyHash)
    buffer.append(littleEndian: batch.bodyLength)
    buffer.append(littleEndian: batch.attempts)
    buffer.append(littleEndian: batch.sealedAt.milliseconds)
    buffer.append(littleEndian: batch.notBefore.milliseconds)
    buffer.append(littleEndian: batch.pause.code)
  }

  private static func write(_ range: PositionRange, into buffer: inout OutputBuffer) {
    buffer.append(littleEndian: range.lane.rawValue)
    buffer.append(littleEndian: range.first)
    buffer.append(littleEndian: range.last)
  }

  /// Decodes a cursor; nil when the bytes, which may be arbitrary, are not a cursor.
  package init?(_ bytes: UnsafeRawBufferPointer) {
    var fixed = 8 + Self.batchSize + Counters.slots * 8
    guard bytes.count >= fixed else { return nil }
    let flags = bytes.littleEndian(UInt16.self, at: 6)
    guard flags <= Self.hasBatch | Self.isWide else { return nil }
    var numbers = (0..<3).map { Int(bytes.littleEndian(UInt16.self, at: 2 * $0)) }
    if flags & Self.isWide != 0 {
      guard bytes.count >= fixed + 16 else { return nil }
      for place in numbers.indices {
        let high = bytes.littleEndian(UInt32.self, at: fixed + 4 * place)
        // No slot can hold more; with this limit the sum fits into 31 bits.
        guard high <= 0xFF else { return nil }
        numbers[place] |= Int(high) << 16
      }
      fixed += 16
    }
    let total = numbers[0] + numbers[1] + numbers[2]
    guard bytes.count == fixed + total * Self.rangeSize else { return nil }
    var ranges: [PositionRange] = []
    for index in 0..<total {
      guard let range = Self.range(bytes, at: fixed + index * Self.rangeSize) else { return nil }
      ranges.append(range)
    }
    let lanes = ranges.prefix(numbers[0]).map { ($0.lane, $0.last) }
    let counts = (0..<Counters.slots).map {
      bytes.littleEndian(UInt64.self, at: 8 + Self.batchSize + 8 * $0)
    }
    guard let counters = Counters(values: counts) else { return nil }
    self.counters = counters
    settled = SettledPositions(
      prefixes: Dictionary(lanes, uniquingKeysWith: max), islands: Array(ranges.suffix(numbers[2])))
    let flying = ranges.dropFirst(numbers[0]).prefix(numbers[1])
    inFlight =
      flags & Self.hasBatch != 0 ? Self.batch(bytes.slice(8, Self.batchSize), Array(flying)) : nil
  }

  private static func range(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> PositionRange? {
    let first = bytes.littleEndian(UInt32.self, at: offset + 8)
    let last = bytes.littleEndian(UInt32.self, at: offset + 12)
    guard first >= 1, first <= last, Position.indices.contains(last) else { return nil }
    let lane = LaneID(rawValue: bytes.littleEndian(UInt64.self, at: offset))
    return PositionRange(lane: lane, first: first, last: last)
  }

  private static func batch(_ bytes: UnsafeRawBufferPointer, _ ranges: [PositionRange])
    -> SealedBatch
  {
    var batch = SealedBatch(
      key: BatchKey(
        high: bytes.littleEndian(UInt64.self, at: 0), low: bytes.littleEndian(UInt64.self, at: 8)),
      bodyHash: bytes.littleEndian(UInt64.self, at: 16),
      bodyLength: bytes.littleEndian(UInt32.self, at: 24),
      attempts: bytes.littleEndian(UInt32.self, at: 28),
      sealedAt: WallTime(milliseconds: bytes.littleEndian(Int64.self, at: 32)),
      notBefore: WallTime(milliseconds: bytes.littleEndian(Int64.self, at: 40)),
      ranges: ranges)
    batch.pause = BatchPause(code: bytes.littleEndian(UInt64.self, at: 48))
    return batch
  }
}
