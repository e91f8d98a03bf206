/// The payload of an event's record in the journal: a header of 24 bytes, or of 32 if it has an audience, then the
/// event's JSON.
///
/// Documentation/JournalFormat.md, section 6.
package struct EventRecord: Equatable, Sendable {
  package static let headerSize = 24
  private static let audienceFlag: UInt64 = 1 << 56
  private static let audienceSize = 8

  package var id: EventID
  package var kind: EventKind
  /// When it was recorded: milliseconds since 1970.
  ///
  /// The continuous clock is in the record around it.
  package var milliseconds: Int64
  /// Whom it is for; nil when it is for all destinations.
  package var audience: Audience?

  package init(
    id: EventID, kind: EventKind, milliseconds: Int64, audience: Audience? = nil
  ) {
    self.id = id
    self.kind = kind
    self.milliseconds = milliseconds
    self.audience = audience
  }

  @inline(__always)
  package func writeHeader(into buffer: inout OutputBuffer) {
    buffer.append(littleEndian: id.high.bigEndian)
    buffer.append(littleEndian: id.low.bigEndian)
    let wall = UInt64(clamping: milliseconds) & 0xFFFF_FFFF_FFFF
    let word = wall | UInt64(kind.rawValue) << 48
    guard let audience else { return buffer.append(littleEndian: word) }
    buffer.append(littleEndian: word | Self.audienceFlag)
    buffer.append(littleEndian: audience.rawValue)
  }

  /// Nil when the payload is of a kind that this version does not know.
  package init?(_ payload: UnsafeRawBufferPointer) {
    guard payload.count >= Self.headerSize else { return nil }
    let word = payload.littleEndian(UInt64.self, at: 16)
    // A flag that is not known may change what is behind it.
    guard word >> 57 == 0, payload.count >= Self.headerSize(word) else { return nil }
    guard let kind = EventKind(rawValue: UInt8(truncatingIfNeeded: word >> 48)) else { return nil }
    self.kind = kind
    id = EventID(
      high: UInt64(bigEndian: payload.littleEndian(UInt64.self, at: 0)),
      low: UInt64(bigEndian: payload.littleEndian(UInt64.self, at: 8)))
    milliseconds = Int64(word & 0xFFFF_FFFF_FFFF)
    if word & Self.audienceFlag != 0 {
      audience = Audience(rawValue: payload.littleEndian(UInt64.self, at: Self.headerSize))
    }
  }

  /// The event of a payload that is one.
  package static func json(_ payload: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let size = min(headerSize(payload.littleEndian(UInt64.self, at: 16)), payload.count)
    return payload.slice(size, payload.count - size)
  }

  private static func headerSize(_ word: UInt64) -> Int {
    word & audienceFlag == 0 ? headerSize : headerSize + audienceSize
  }
}
