/// The payload of an event's record in the journal: a header of 24 bytes, or of 32 if it has an audience, then the
/// event's JSON.
///
/// Documentation/JournalFormat.md, section 6.
package struct EventRecord: Equatable, Sendable {
  package static let headerSize = 24
  private static let audienceFlag: UInt64 = 1 << 56
  private static let sealedFlag: UInt64 = 1 << 57
  /// The byte of the flags, the first of which stands for the audience.
  private static let flagsOffset = 23
  private static let audienceSize = 8

  package var id: EventID
  package var kind: EventKind
  /// When it was recorded: milliseconds since 1970.
  ///
  /// The continuous clock is in the record around it.
  package var milliseconds: Int64
  /// Whom it is for; nil when it is for all destinations.
  package var audience: Audience?
  /// Whether what follows the header is encrypted.
  package private(set) var isSealed = false

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
    guard word >> 58 == 0, payload.count >= Self.headerSize(word) else { return nil }
    guard let kind = EventKind(rawValue: UInt8(truncatingIfNeeded: word >> 48)) else { return nil }
    self.kind = kind
    id = EventID(
      high: UInt64(bigEndian: payload.littleEndian(UInt64.self, at: 0)),
      low: UInt64(bigEndian: payload.littleEndian(UInt64.self, at: 8)))
    milliseconds = Int64(word & 0xFFFF_FFFF_FFFF)
    if word & Self.audienceFlag != 0 {
      audience = Audience(rawValue: payload.littleEndian(UInt64.self, at: Self.headerSize))
    }
    isSealed = word & Self.sealedFlag != 0
  }

  /// The event of a payload that is one, as it lies there: JSON, or encrypted bytes.
  package static func json(_ payload: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let size = min(headerSize(payload.littleEndian(UInt64.self, at: 16)), payload.count)
    return payload.slice(size, payload.count - size)
  }

  /// The event of such a payload as a JSON object, unless it is encrypted.
  package func object(_ payload: UnsafeRawBufferPointer) -> [UInt8] {
    let text = Self.json(payload)
    let expanded = kind == .interaction ? InteractionText.object(text, of: self) : nil
    return expanded ?? Array(text)
  }

  /// The header of a payload that is an event, as it stands before encrypted bytes.
  static func sealedHeader(_ payload: UnsafeRawBufferPointer) -> [UInt8] {
    var header = header(payload)
    header[flagsOffset] |= UInt8(sealedFlag >> 56)
    return header
  }

  /// The same as it stands before JSON.
  static func openedHeader(_ payload: UnsafeRawBufferPointer) -> [UInt8] {
    var header = header(payload)
    header[flagsOffset] &= ~UInt8(sealedFlag >> 56)
    return header
  }

  private static func header(_ payload: UnsafeRawBufferPointer) -> [UInt8] {
    Array(payload.slice(0, payload.count - json(payload).count))
  }

  private static func headerSize(_ word: UInt64) -> Int {
    word & audienceFlag == 0 ? headerSize : headerSize + audienceSize
  }
}
