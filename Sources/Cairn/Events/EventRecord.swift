/// The payload of an event's record in the journal: a header of 24 bytes, or of 32 with an
/// audience, followed by the event's JSON.
///
/// Documentation/JournalFormat.md, section 6.
package struct EventRecord: Equatable, Sendable {
  package static let headerSize = 24
  private static let audienceFlag: UInt64 = 1 << 56
  private static let sealedFlag: UInt64 = 1 << 57
  /// The offset of the flags byte; its lowest bit marks a record with an audience.
  private static let flagsOffset = 23
  private static let audienceSize = 8

  package var id: EventID
  package var kind: EventKind
  /// The wall-clock time of recording.
  ///
  /// The continuous-clock time is in the surrounding journal record.
  package var time: WallTime
  /// The one destination that the event is for; nil when it is for all destinations.
  package var audience: Audience?
  /// Whether the bytes after the header are encrypted.
  package private(set) var isSealed = false

  package init(
    id: EventID, kind: EventKind, time: WallTime, audience: Audience? = nil
  ) {
    self.id = id
    self.kind = kind
    self.time = time
    self.audience = audience
  }

  @inline(__always)
  package func writeHeader(into buffer: inout OutputBuffer) {
    buffer.append(littleEndian: id.high.bigEndian)
    buffer.append(littleEndian: id.low.bigEndian)
    let wall = UInt64(clamping: time.milliseconds) & 0xFFFF_FFFF_FFFF
    let word = wall | UInt64(kind.rawValue) << 48
    guard let audience else { return buffer.append(littleEndian: word) }
    buffer.append(littleEndian: word | Self.audienceFlag)
    buffer.append(littleEndian: audience.rawValue)
  }

  /// Parses the header of a payload; nil when the payload has a kind or a flag that this version
  /// does not know.
  package init?(_ payload: UnsafeRawBufferPointer) {
    guard payload.count >= Self.headerSize else { return nil }
    let word = payload.littleEndian(UInt64.self, at: 16)
    // An unknown flag may change the meaning of the bytes after the header.
    guard word >> 58 == 0, payload.count >= Self.headerSize(word) else { return nil }
    guard let kind = EventKind(rawValue: UInt8(truncatingIfNeeded: word >> 48)) else { return nil }
    self.kind = kind
    id = EventID(
      high: UInt64(bigEndian: payload.littleEndian(UInt64.self, at: 0)),
      low: UInt64(bigEndian: payload.littleEndian(UInt64.self, at: 8)))
    time = WallTime(milliseconds: Int64(word & 0xFFFF_FFFF_FFFF))
    if word & Self.audienceFlag != 0 {
      audience = Audience(rawValue: payload.littleEndian(UInt64.self, at: Self.headerSize))
    }
    isSealed = word & Self.sealedFlag != 0
  }

  /// Returns the stored event of an event payload without its header: JSON, or encrypted bytes.
  package static func json(_ payload: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let size = min(headerSize(payload.littleEndian(UInt64.self, at: 16)), payload.count)
    return payload.slice(size, payload.count - size)
  }

  /// Returns the event of a payload as a JSON object, or the encrypted bytes as they are.
  package func object(_ payload: UnsafeRawBufferPointer) -> [UInt8] {
    let text = Self.json(payload)
    let expanded = kind == .interaction ? InteractionEncoder.object(text, of: self) : nil
    return expanded ?? Array(text)
  }

  /// Returns the payload's header with the encryption flag set, as it precedes encrypted bytes.
  static func sealedHeader(_ payload: UnsafeRawBufferPointer) -> [UInt8] {
    var header = header(payload)
    header[flagsOffset] |= UInt8(sealedFlag >> 56)
    return header
  }

  /// Returns the payload's header with the encryption flag cleared, as it precedes JSON.
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

/// The one destination that an event is for: a destination that refused the event, and to which it
/// is replayed.
///
/// All other destinations settle the event as filtered. It is stored as the XXH64 hash of the
/// destination's name.
package struct Audience: Hashable, Sendable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Creates an audience from the destination's name as its folder has it.
  package init(destination name: String) { rawValue = XXH64.hash(Array(name.utf8), seed: 0) }
}
