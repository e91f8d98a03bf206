import Cairn
import CairnTesting
import Testing

@Suite struct JournalTests {
  @Test("appended events are read back, in order, with their positions")
  func roundTrip() throws {
    let fixture = JournalFixture()
    let journal = try fixture.open()
    let texts = (1...100).map { String(repeating: "x", count: $0) + "\($0)" }
    let positions = try texts.map { try fixture.append($0, to: journal) }
    let reading = try fixture.read(journal)
    #expect(reading.texts == texts)
    #expect(reading.positions == positions)
    #expect(positions.map(\.index) == Array(1...100))
  }

  @Test("each opening of a journal has its own lane, and reads the others")
  func lanes() throws {
    let fixture = JournalFixture()
    let first = try fixture.open()
    try fixture.append("one", to: first)
    let second = try fixture.open()
    try fixture.append("two", to: second)
    let third = try fixture.open()
    #expect(Set([first.lane, second.lane, third.lane]).count == 3)
    #expect(try fixture.read(third).texts == ["one", "two"])
    // The first journal is still open, and appends without the second one's knowledge.
    try fixture.append("three", to: first)
    #expect(try fixture.read(third).texts == ["one", "three", "two"])
  }

  @Test("segments are closed when full, and opening again trusts their seals")
  func rolling() throws {
    var fixture = JournalFixture()
    fixture.options.segmentBytes = 4_096
    let journal = try fixture.open()
    for number in 1...500 { try fixture.append("event number \(number)", to: journal) }
    let segments = journal.segments()
    #expect(segments.count > 5)
    #expect(segments.dropLast().allSatisfy { $0.state == .sealed && $0.bytes <= 4_096 })
    let reopened = try fixture.open().segments()
    #expect(reopened.dropLast() == segments.dropLast())
    #expect(reopened.map(\.events).reduce(0, +) == 500)
    #expect(try fixture.read(try fixture.open()).texts.count == 500)
  }

  @Test("an event that is longer than a segment has one to itself")
  func largeEvent() throws {
    var fixture = JournalFixture()
    fixture.options.segmentBytes = 4_096
    let journal = try fixture.open()
    let large = String(repeating: "L", count: 600_000)
    for text in ["small", large, "small again"] { try fixture.append(text, to: journal) }
    #expect(try fixture.read(journal).texts == ["small", large, "small again"])
    #expect(try fixture.read(try fixture.open()).texts == ["small", large, "small again"])
  }

  @Test("a preamble applies to the events of its segment, and a change begins another segment")
  func preambles() throws {
    let fixture = JournalFixture()
    let journal = try fixture.open()
    journal.setPreamble(Array("A".utf8))
    try fixture.append("one", to: journal)
    journal.setPreamble(Array("A".utf8))
    try fixture.append("two", to: journal)
    journal.setPreamble(Array("B".utf8))
    try fixture.append("three", to: journal)
    #expect(try fixture.read(journal).preambles == ["A", "A", "B"])
    #expect(try fixture.read(try fixture.open()).preambles == ["A", "A", "B"])
    #expect(journal.segments().count == 2)
  }

  @Test(
    "only segments that all destinations have settled are removed, never the one being written"
  )
  func reclaim() throws {
    var fixture = JournalFixture()
    fixture.options.segmentBytes = 1_024
    let journal = try fixture.open()
    for number in 1...100 { try fixture.append("event number \(number)", to: journal) }
    let segments = journal.segments()
    var ahead = SettledPositions()
    ahead.insert(PositionRange(lane: journal.lane, first: 1, last: 100))
    var behind = SettledPositions()
    behind.insert(PositionRange(lane: journal.lane, first: 1, last: segments[2].lastIndex))
    #expect(journal.reclaim(behind: [ahead, behind]) == segments.prefix(3).map(\.name))
    #expect(
      try fixture.read(journal, after: behind).texts.count == Int(100 - segments[2].lastIndex))
    #expect(journal.reclaim(behind: [ahead, ahead]).count == segments.count - 4)
    #expect(journal.segments().count == 1)
    #expect(journal.reclaim(behind: [ahead]).isEmpty)
  }

  @Test("a reader continues at its position, and finds new events")
  func resume() throws {
    let fixture = JournalFixture()
    let journal = try fixture.open()
    var reader = JournalReader(journal)
    var settled = SettledPositions()
    var texts: [String] = []
    for round in 0..<50 {
      for number in 0..<3 { try fixture.append("\(round).\(number)", to: journal) }
      var taken = 0
      reader.read(after: settled) { item in
        guard case .event(let position, let payload, _) = item, taken < 2 else { return false }
        taken += 1
        texts.append(String(decoding: payload, as: UTF8.self))
        settled.insert(
          PositionRange(lane: position.lane, first: position.index, last: position.index))
        return true
      }
    }
    #expect(texts.count == 100)
    #expect(texts.last == "33.0")
  }

  @Test("after closing nothing is appended, which is reported")
  func closed() throws {
    let fixture = JournalFixture()
    let journal = try fixture.open()
    try fixture.append("one", to: journal)
    journal.close()
    let refusal = #expect(throws: JournalFixture.NotStored.self) {
      try fixture.append("two", to: journal)
    }
    #expect(refusal?.outcome == .refused(.closed))
    #expect(try fixture.read(try fixture.open()).texts == ["one"])
  }

  @Test("a write that stops half way is repeated at the same place", arguments: 0..<90)
  func failedWrites(step: Int) throws {
    let files = InMemoryFileSystem()
    let disk = FaultyFileSystem(files) { call in
      guard call.name == "write", call.bytes < 8_192 else { return .none }
      if call.number % 3 == step % 3 { return .short(step) }
      return call.number % 7 == step % 7 ? .fail(FileError.noSpace) : .none
    }
    let fixture = JournalFixture(disk)
    let journal = try fixture.open()
    var stored: [String] = []
    for number in 1...60 {
      _ = try? fixture.append("event number \(number)", to: journal)
      stored.append("event number \(number)")
    }
    while journal.retry() != nil { fixture.clock.advance(bySeconds: 5) }
    #expect(journal.spill.events == 0)
    #expect(try fixture.read(journal).texts == stored)
    let healed = JournalFixture(files, seed: 9)
    #expect(try healed.read(try healed.open()).texts == stored)
  }
}
