/// The payload of an event's record in the journal: a header of 32 bytes, then the event's JSON.
/// Documentation/JournalFormat.md, section 6.
package struct EventRecord: Equatable, Sendable {
  package static let headerSize = 32

  package var id: EventID
  package var kind: EventKind
  /// When it was recorded, by both clocks.
  package var moment: Moment

  package init(id: EventID, kind: EventKind, moment: Moment) {
    self.id = id
    self.kind = kind
    self.moment = moment
  }

  @inline(__always)
  package func writeHeader(into buffer: inout OutputBuffer) {
    buffer.append(littleEndian: id.high.bigEndian)
    buffer.append(littleEndian: id.low.bigEndian)
    let wall = UInt64(clamping: moment.wall) & 0xFFFF_FFFF_FFFF
    buffer.append(littleEndian: wall | UInt64(kind.rawValue) << 48)
    buffer.append(littleEndian: moment.continuous)
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
    moment = Moment(
      wall: Int64(word & 0xFFFF_FFFF_FFFF),
      continuous: payload.littleEndian(Int64.self, at: 24))
  }

  package static func json(_ payload: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    payload.slice(headerSize, payload.count - headerSize)
  }
}
