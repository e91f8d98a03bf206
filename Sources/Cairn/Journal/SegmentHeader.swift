/// The first 80 bytes of a segment.
///
/// Documentation/JournalFormat.md, section 3.
package struct SegmentHeader: Equatable, Sendable {
  package static let size = 80
  package static let major: UInt16 = 1
  package static let minor: UInt16 = 0
  /// `\x89EVJ\r\n\x1a\n`: reveals a file that was converted as text or lost its eighth bit.
  static let magic: UInt64 = 0x0A1A_0A0D_4A56_4589

  package var major: UInt16 = Self.major
  package var minor: UInt16 = Self.minor
  package var flags: Flags
  package var name: SegmentName
  /// The number of the first event in this segment.
  package var baseIndex: UInt32
  package var created: Moment
  package var bootSession: UInt64
  /// Reserved for later versions.
  package var reserved: UInt64 = 0

  /// The kind of a segment.
  package struct Flags: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
    /// The segment holds dead letters: refused events with the reasons.
    package static let deadLetter = Flags(rawValue: 4)
  }

  package func write(into buffer: inout OutputBuffer) {
    let start = buffer.count
    buffer.append(littleEndian: Self.magic)
    buffer.append(littleEndian: major)
    buffer.append(littleEndian: minor)
    buffer.append(littleEndian: flags.rawValue)
    buffer.append(littleEndian: name.lane.rawValue)
    buffer.append(littleEndian: name.ordinal)
    buffer.append(littleEndian: name.number)
    buffer.append(littleEndian: baseIndex)
    buffer.append(littleEndian: UInt32(Self.size))
    buffer.append(littleEndian: created.wall.milliseconds)
    buffer.append(littleEndian: created.continuous.milliseconds)
    buffer.append(littleEndian: bootSession)
    buffer.append(littleEndian: reserved)
    buffer.append(littleEndian: XXH64.hash(buffer.bytes.slice(start, Self.size - 8), seed: 0))
  }

  /// The result of reading a header.
  package enum Reading: Equatable, Sendable {
    case intact(SegmentHeader)
    /// A later format; the file is left as it is.
    case unknownVersion(UInt16)
    case damaged
  }

  package static func read(_ bytes: UnsafeRawBufferPointer) -> Reading {
    guard bytes.count >= size, bytes.littleEndian(UInt64.self, at: 0) == magic,
      bytes.littleEndian(UInt64.self, at: 72) == XXH64.hash(bytes.slice(0, 72), seed: 0),
      Position.indices.contains(bytes.littleEndian(UInt32.self, at: 32))
    else { return .damaged }
    let major = bytes.littleEndian(UInt16.self, at: 8)
    guard major == Self.major else { return .unknownVersion(major) }
    return .intact(
      SegmentHeader(
        major: major,
        minor: bytes.littleEndian(UInt16.self, at: 10),
        flags: Flags(rawValue: bytes.littleEndian(UInt32.self, at: 12)),
        name: SegmentName(
          ordinal: bytes.littleEndian(UInt32.self, at: 24),
          lane: LaneID(rawValue: bytes.littleEndian(UInt64.self, at: 16)),
          number: bytes.littleEndian(UInt32.self, at: 28)),
        baseIndex: bytes.littleEndian(UInt32.self, at: 32),
        created: Moment(
          wall: WallTime(milliseconds: bytes.littleEndian(Int64.self, at: 40)),
          continuous: MonotonicTime(milliseconds: bytes.littleEndian(Int64.self, at: 48))),
        bootSession: bytes.littleEndian(UInt64.self, at: 56),
        reserved: bytes.littleEndian(UInt64.self, at: 64)))
  }
}

extension SegmentHeader {
  /// Creates a header of this version.
  package init(
    flags: Flags, name: SegmentName, baseIndex: UInt32, created: Moment, bootSession: UInt64
  ) {
    self.init(
      major: Self.major, flags: flags, name: name, baseIndex: baseIndex, created: created,
      bootSession: bootSession)
  }
}
