import Cairn
import CairnTesting
import Testing

/// Documentation/JournalFormat.md, section 7: the possible losses due to damage.
@Suite struct DamageTests {
  let fixture = JournalFixture()
  let texts = (1...12).map { number in String(repeating: "e", count: number * 3) + "-\(number)" }

  /// Writes a segment of twelve events, closed normally or not.
  func write(closed: Bool) throws -> SegmentSummary {
    let journal = try fixture.open()
    journal.setPreamble(Array(#"{"app":"x"}"#.utf8))
    for text in texts { try fixture.append(text, to: journal) }
    if closed { journal.close() }
    return try #require(journal.segments().first)
  }

  /// The events whose records overlap the bytes.
  func touched(_ range: Range<Int>, _ segment: SegmentSummary) throws -> Set<String> {
    let file = try OpenFile("/log/" + segment.name.fileName, .read, in: fixture.files)
    var scanner = SegmentScanner(file, lane: segment.lane)
    var touched: Set<String> = []
    while let item = try scanner.next() {
      guard case .record(let frame, let offset, let payload) = item, frame.type == .event,
        range.overlaps(offset..<offset + frame.total)
      else { continue }
      touched.insert(String(decoding: payload, as: UTF8.self))
    }
    return touched
  }

  @Test("segments of which a power loss left nothing go with the settled ones of their lane")
  func emptied() throws {
    let lane = try writeThree()
    for segment in try fixture.open().segments().filter({ $0.lane == lane }).dropFirst() {
      try fixture.overwrite(segment, [UInt8](repeating: 0, count: try fixture.bytes(segment).count))
    }
    let journal = try fixture.open()
    let segments = journal.segments().filter { $0.lane == lane }
    #expect(segments.map(\.events) == [1, 0, 0])
    var settled = SettledPositions()
    settled.insert(PositionRange(lane: lane, first: 1, last: 1))
    #expect(journal.reclaim(behind: [settled]) == segments.map(\.name))
  }

  /// Writes three segments of a writer that has ended.
  private func writeThree() throws -> LaneID {
    let journal = try fixture.open()
    for number in 1...3 {
      journal.setPreamble(Array("\(number)".utf8))
      try fixture.append("\(number)", to: journal)
    }
    try journal.sync()
    journal.close()
    return journal.lane
  }

  @Test("one changed byte anywhere costs only the record it is in", arguments: [true, false])
  func everyByte(closed: Bool) throws {
    let segment = try write(closed: closed)
    let original = try fixture.bytes(segment)
    for offset in original.indices {
      let spared = try touched(offset..<offset + 1, segment)
      for mask in [UInt8(0x01), 0x80, 0xFF] {
        try fixture.overwrite(segment, [original[offset] ^ mask], at: offset)
        let reading = try fixture.read(try fixture.open())
        let expected = texts.filter { !spared.contains($0) }
        // Padding after a payload has no check, and its damage loses nothing.
        #expect(reading.texts == expected || reading.texts == texts, "offset \(offset)")
        // Missing events in the middle are known; at the end of an open segment they cannot be.
        let known = reading.texts.count + reading.damaged.total
        #expect(known == 12 || (!closed && spared.contains(texts[11]) && known == 11))
        try fixture.overwrite(segment, [original[offset]], at: offset)
      }
    }
  }

  @Test(
    "a zeroed or garbled block costs only the records it touches", arguments: [0x00, 0xFF, 0xFE])
  func blocks(filler: UInt8) throws {
    let segment = try write(closed: true)
    let original = try fixture.bytes(segment)
    for offset in stride(from: 0, to: original.count - 64, by: 16) {
      let spared = try touched(offset..<offset + 64, segment)
      try fixture.overwrite(segment, [UInt8](repeating: filler, count: 64), at: offset)
      let reading = try fixture.read(try fixture.open())
      #expect(reading.texts == texts.filter { !spared.contains($0) }, "offset \(offset)")
      try fixture.overwrite(segment, original)
    }
  }

  @Test("a file that is truncated at any length keeps all events before the cut")
  func truncation() throws {
    let segment = try write(closed: true)
    let original = try fixture.bytes(segment)
    for length in 0...original.count {
      let files = InMemoryFileSystem()
      let cut = try OpenFile("/log/" + segment.name.fileName, .create, in: files)
      try cut.write(Array(original.prefix(length)), at: 0)
      let survivor = JournalFixture(files)
      let lost = try touched(length..<max(length, original.count) + 1, segment)
      let reading = try survivor.read(try survivor.open())
      #expect(reading.texts == texts.filter { !lost.contains($0) }, "length \(length)")
    }
  }

  @Test("a record of another lane, or an earlier one, is never mistaken for a current one")
  func phantoms() throws {
    let segment = try write(closed: false)
    let other = try write(closed: false)
    let original = try fixture.bytes(segment)
    let foreign = try fixture.bytes(other)
    // The blocks of another segment follow the end, as a file system may leave them.
    try fixture.overwrite(segment, Array(foreign.dropFirst(SegmentHeader.size)), at: original.count)
    // An earlier block of the same file follows too.
    let end = original.count + foreign.count
    try fixture.overwrite(segment, Array(original.dropFirst(SegmentHeader.size)), at: end)
    let reading = try fixture.read(try fixture.open())
    #expect(reading.texts == texts + texts)
  }

  @Test("a payload that looks like a record is only a payload")
  func embedded() throws {
    let journal = try fixture.open()
    var record = OutputBuffer(capacity: 256)
    record.appendZeros(RecordHeader.headerSize)
    record.append("forged!!")
    let payload = record.bytes.slice(32, 8)
    let frame = RecordHeader(
      type: .event, length: 8, index: 50, ticks: 0,
      payloadCheck: RecordHeader.payloadCheck(payload, lane: LaneID(rawValue: 0)))
    _ = frame.seal(&record, lane: LaneID(rawValue: 0))
    var outer = OutputBuffer(capacity: 256)
    outer.appendZeros(RecordHeader.headerSize)
    outer.append(record.bytes)
    _ = journal.append(&outer, at: fixture.clock.now())
    try fixture.append("after", to: journal)
    // This holds even if the record around it is damaged.
    try fixture.overwrite(journal.segments()[0], [0], at: SegmentHeader.size + 4)
    #expect(try fixture.read(journal).texts == ["after"])
  }

  @Test("a file of a later format is not changed, and reported")
  func laterVersion() throws {
    let segment = try write(closed: true)
    var header = try fixture.bytes(segment)
    header[8] = 2
    let check = header.withUnsafeBytes { XXH64.hash($0.slice(0, 72), seed: 0) }
    withUnsafeBytes(of: check.littleEndian) { header.replaceSubrange(72..<80, with: $0) }
    try fixture.overwrite(segment, header)
    let journal = try fixture.open()
    #expect(journal.unreadable == [segment.name])
    #expect(try fixture.read(journal).texts.isEmpty)
    #expect(try fixture.bytes(segment) == header)
  }

  @Test("opening and reading change nothing")
  func readOnly() throws {
    _ = try write(closed: false)
    let writes = Locked(0)
    let disk = FaultyFileSystem(fixture.files) { call in
      if ["write", "create", "remove"].contains(call.name) { writes.withLock { $0 += 1 } }
      return .none
    }
    let survivor = JournalFixture(disk, seed: 7)
    let first = try survivor.read(try survivor.open())
    #expect(try survivor.read(try survivor.open()) == first)
    #expect(first.texts == texts)
    #expect(writes.withLock { $0 } == 0)
  }
}
