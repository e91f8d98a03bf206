/// The payload of an event's record in the journal: a header of 24 bytes, then the event's JSON.
///
/// Documentation/JournalFormat.md, section 6.
package struct EventRecord: Equatable, Sendable {
  package static let headerSize = 24

  package var id: EventID
  package var kind: EventKind
  /// When it was recorded: milliseconds since 1970.
  ///
  /// The continuous clock is in the record around it.
  package var milliseconds: Int64

  package init(id: EventID, kind: EventKind, milliseconds: Int64) {
    self.id = id
    self.kind = kind
    self.milliseconds = milliseconds
  }

  @inline(__always)
  package func writeHeader(into buffer: inout OutputBuffer) {
    buffer.append(littleEndian: id.high.bigEndian)
    buffer.append(littleEndian: id.low.bigEndian)
    let wall = UInt64(clamping: milliseconds) & 0xFFFF_FFFF_FFFF
    buffer.append(littleEndian: wall | UInt64(kind.rawValue) << 48)
  }

  /// Nil when the payload is of a kind that this version does not know.
  package init?(_ payload: UnsafeRawBufferPointer) {
    guard payload.count >= Self.headerSize else { return nil }
    let word = payload.littleEndian(UInt64.self, at: 16)
    guard let kind = EventKind(rawValue: UInt8(truncatingIfNeeded: word >> 48)) else { return nil }
    self.kind = kind
    id = EventID(
      high: UInt64(bigEndian: payload.littleEndian(UInt64.self, at: 0)),
      low: UInt64(bigEndian: payload.littleEndian(UInt64.self, at: 8)))
    milliseconds = Int64(word & 0xFFFF_FFFF_FFFF)
  }

  package static func json(_ payload: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    payload.slice(headerSize, payload.count - headerSize)
  }
}
