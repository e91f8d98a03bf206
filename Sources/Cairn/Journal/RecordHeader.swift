/// The bytes around a record's payload.
///
/// Documentation/JournalFormat.md, section 4.
///
/// There are two checks, so that the next record can be found behind a damaged payload, and so that
/// a length is never used before it is checked.
package struct RecordHeader: Equatable, Sendable {
  package static let headerSize = 32
  package static let alignment = 8
  package static let maximumPayload = (1 << 24) - 1
  /// `FE C1 4A FF`: three of the four bytes never occur in UTF-8, so no JSON payload looks like a
  /// record.
  package static let marker: UInt32 = 0xFF4A_C1FE

  package var type: RecordType
  package var length: Int
  package var index: UInt32
  /// The milliseconds of the continuous clock since the segment was created.
  package var ticks: UInt32
  package var payloadCheck: UInt64
  /// The head check as it was read; 0 in a record that is not written yet.
  package private(set) var headCheck: UInt32 = 0

  package init(type: RecordType, length: Int, index: UInt32, ticks: UInt32, payloadCheck: UInt64) {
    self.type = type
    self.length = length
    self.index = index
    self.ticks = ticks
    self.payloadCheck = payloadCheck
  }

  /// The length of the record in the file: the header, the payload, and zeros up to a multiple of
  /// eight bytes.
  package var total: Int { Self.total(payload: length) }

  package static func total(payload length: Int) -> Int {
    (headerSize + length + alignment - 1) & ~(alignment - 1)
  }

  package static func payloadCheck(_ payload: UnsafeRawBufferPointer, lane: LaneID) -> UInt64 {
    XXH64.hash(payload, seed: lane.rawValue)
  }

  /// Turns a buffer that holds 32 free bytes and the payload into a record; returns the head check.
  @inline(__always)
  package func seal(_ buffer: inout OutputBuffer, lane: LaneID) -> UInt32 {
    assert(buffer.count == Self.headerSize + length)
    buffer.store(Self.marker, at: 0)
    buffer.store(UInt32(truncatingIfNeeded: length), at: 8)
    buffer.store(UInt32(type.rawValue), at: 12)
    buffer.store(index, at: 16)
    buffer.store(ticks, at: 20)
    buffer.store(payloadCheck, at: 24)
    let check = Self.headCheck(buffer.bytes, lane: lane)
    buffer.store(check, at: 4)
    buffer.appendZeros(total - buffer.count)
    return check
  }

  @inline(__always)
  private static func headCheck(_ record: UnsafeRawBufferPointer, lane: LaneID) -> UInt32 {
    UInt32(truncatingIfNeeded: XXH64.hash(record.slice(8, 24), seed: lane.rawValue))
  }

  /// Reads the header at the start of the bytes; nil unless both marker and head check match.
  @inline(__always)
  package static func readHeader(_ bytes: UnsafeRawBufferPointer, lane: LaneID) -> RecordHeader? {
    guard bytes.count >= headerSize, bytes.littleEndian(UInt32.self, at: 0) == marker,
      bytes.littleEndian(UInt32.self, at: 4) == headCheck(bytes, lane: lane)
    else { return nil }
    let length = Int(bytes.littleEndian(UInt32.self, at: 8))
    guard length <= maximumPayload,
      Position.indices.contains(bytes.littleEndian(UInt32.self, at: 16))
    else { return nil }
    var frame = RecordHeader(
      type: RecordType(rawValue: bytes[12]),
      length: length,
      index: bytes.littleEndian(UInt32.self, at: 16),
      ticks: bytes.littleEndian(UInt32.self, at: 20),
      payloadCheck: bytes.littleEndian(UInt64.self, at: 24))
    frame.headCheck = bytes.littleEndian(UInt32.self, at: 4)
    return frame
  }
}

/// The type of a record; the set is open, since a later version may add types.
package struct RecordType: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let event = RecordType(rawValue: 1)
  /// A note of events that a limit drops.
  package static let dropNote = RecordType(rawValue: 2)
  /// The last record of a segment that was closed in order.
  package static let seal = RecordType(rawValue: 4)
  /// Opaque bytes that apply to all events of the segment; its first record.
  package static let preamble = RecordType(rawValue: 6)
}
