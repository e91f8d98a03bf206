import Cairn
import CairnTesting
import Testing

/// Files with valid checks and impossible numbers, as a bug or an attacker could leave them.
@Suite struct HostileFileTests {
  let fixture = JournalFixture()

  func journal(closed: Bool) throws -> SegmentSummary {
    let journal = try fixture.open()
    for number in 1...5 { try fixture.append("event \(number)", to: journal) }
    if closed { journal.close() }
    return try #require(journal.segments().first)
  }

  /// Changes a number in the header, and updates its check.
  func forgeHeader(_ segment: SegmentSummary, _ value: UInt32, at offset: Int) throws {
    var header = Array(try fixture.bytes(segment).prefix(SegmentHeader.size))
    withUnsafeBytes(of: value.littleEndian) {
      header.replaceSubrange(offset..<offset + 4, with: $0)
    }
    let check = header.withUnsafeBytes { XXH64.hash($0.slice(0, 72), seed: 0) }
    withUnsafeBytes(of: check.littleEndian) { header.replaceSubrange(72..<80, with: $0) }
    try fixture.overwrite(segment, header)
  }

  /// Appends a forged record at the end of the file.
  func forgeRecord(
    _ segment: SegmentSummary, _ type: RecordType, index: UInt32, payload: [UInt8]
  ) throws {
    var buffer = OutputBuffer(capacity: 128)
    buffer.appendZeros(RecordHeader.headerSize)
    buffer.append(payload)
    let check = RecordHeader.payloadCheck(buffer.bytes.slice(32, payload.count), lane: segment.lane)
    let frame = RecordHeader(
      type: type, length: payload.count, index: index, ticks: 0, payloadCheck: check)
    _ = frame.seal(&buffer, lane: segment.lane)
    try fixture.overwrite(segment, Array(buffer.bytes), at: segment.bytes)
  }

  @Test("an impossible first number makes a damaged header", arguments: [0, UInt32.max])
  func baseIndex(value: UInt32) throws {
    for closed in [true, false] {
      let segment = try journal(closed: closed)
      try forgeHeader(segment, value, at: 32)
      #expect(try fixture.read(try fixture.open()).texts.suffix(5).count == 5)
    }
  }

  @Test("a record with an impossible number is ignored", arguments: [0, UInt32.max])
  func recordIndex(value: UInt32) throws {
    let segment = try journal(closed: false)
    try forgeRecord(segment, .event, index: value, payload: Array("forged".utf8))
    #expect(try fixture.read(try fixture.open()).texts == (1...5).map { "event \($0)" })
  }

  @Test(
    "a seal with impossible numbers is ignored",
    arguments: [(UInt32.max, 5), (0, 5), (5, UInt32.max)] as [(UInt32, UInt32)])
  func seal(last: UInt32, events: UInt32) throws {
    let segment = try journal(closed: false)
    var seal = Seal(lastIndex: last)
    seal.events = events
    var payload = OutputBuffer(capacity: 64)
    seal.write(into: &payload)
    try forgeRecord(segment, .seal, index: 6, payload: Array(payload.bytes))
    #expect(try fixture.read(try fixture.open()).texts == (1...5).map { "event \($0)" })
  }
}
