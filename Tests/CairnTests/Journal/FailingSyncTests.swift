import Cairn
import CairnTesting
import Testing

/// P2, P10: a failed sync is final for its file, and loses nothing.
@Suite final class FailingSyncTests: Sendable {
  let memory = InMemoryFileSystem(capacity: 64 << 20)
  /// The number of the next syncs that fail.
  let failures = Locked(0)
  let synced = Locked<[Int32]>([])
  let fullAfter = Locked(Int.max)
  let keepsFiles = Locked(false)

  func fixture(windowBytes: Int = 256 << 10) -> JournalFixture {
    let disk = FaultyFileSystem(memory) { [self] call in
      if call.name == "write", call.bytes != SegmentHeader.size {
        let isFull = fullAfter.withLock { rest in
          rest -= 1
          return rest < 0
        }
        if isFull { return .fail(FileError.noSpace) }
      }
      if call.name == "remove", keepsFiles.withLock({ $0 }) { return .fail(FileError.inputOutput) }
      guard call.name == "sync" else { return .none }
      let fails = failures.withLock { rest in
        defer { rest = max(0, rest - 1) }
        return rest > 0
      }
      return fails ? .fail(FileError.inputOutput) : .none
    }
    var fixture = JournalFixture(disk)
    fixture.options.windowBytes = windowBytes
    return fixture
  }

  func append(_ numbers: ClosedRange<Int>, _ fixture: JournalFixture, _ journal: Journal) throws {
    for number in numbers { try fixture.append("\(number)", to: journal) }
  }

  @Test(
    "records that a sync did not confirm are written again in another file, with the same numbers")
  func writtenAgain() throws {
    let fixture = fixture()
    let journal = try fixture.open()
    try append(1...10, fixture, journal)
    try journal.sync()
    try append(11...30, fixture, journal)
    failures.withLock { $0 = 1 }
    try journal.sync()
    try append(31...40, fixture, journal)
    let segments = journal.segments()
    #expect(segments.count == 2)
    #expect(segments[0].lastIndex == 30)
    #expect(segments[1].firstIndex == 11)
    for reading in [try fixture.read(journal), try fixture.read(try fixture.open())] {
      #expect(reading.texts == (1...40).map(String.init))
      #expect(reading.positions.map(\.index) == Array(1...40))
      #expect(reading.damaged.isEmpty)
    }
    // The file with the failed sync is not needed for them.
    try memory.remove("/log/" + segments[0].name.fileName)
    #expect(try fixture.read(try fixture.open()).texts == (11...40).map(String.init))
  }

  @Test("a replaced file that cannot be removed counts towards the size of the journal")
  func unremoved() throws {
    let (removing, keeping) = (FailingSyncTests(), FailingSyncTests())
    keeping.keepsFiles.withLock { $0 = true }
    let less = try removing.sizesAfterCopying()
    let more = try keeping.sizesAfterCopying()
    #expect(more.onDisk > less.onDisk)
    #expect(more.journal - less.journal == more.onDisk - less.onDisk)
  }

  /// Returns the size of a journal after a sync has failed and the records were copied, and that of
  /// its files.
  private func sizesAfterCopying() throws -> (journal: Int, onDisk: Int) {
    var fixture = fixture(windowBytes: 0)
    fixture.options.segmentBytes = 1_024
    let journal = try fixture.open()
    try append(1...60, fixture, journal)
    failures.withLock { $0 = 1 }
    try journal.sync()
    try append(61...70, fixture, journal)
    let files = try memory.list("/log").map { "/log/" + $0 }
    return (
      journal.bytes,
      try files.reduce(0) { try $0 + OpenFile($1, .read, in: memory).status().size }
    )
  }

  @Test(
    "records that exceed the memory are copied file by file, and the files that failed are removed",
    arguments: [400, 0])
  func copied(windowBytes: Int) throws {
    var fixture = fixture(windowBytes: windowBytes)
    fixture.options.segmentBytes = 1_024
    let journal = try fixture.open()
    try append(1...10, fixture, journal)
    try journal.sync()
    try append(11...60, fixture, journal)
    let failed = journal.segments()
    failures.withLock { $0 = 1 }
    try journal.sync()
    try append(61...70, fixture, journal)
    let names = Set(try memory.list("/log"))
    #expect(failed.count > 2)
    // Confirmed events remain; a sync of all the others failed.
    for segment in failed {
      let isConfirmed = segment.lastIndex <= 10
      #expect(names.contains(segment.name.fileName) == isConfirmed, "\(segment.name)")
    }
    for reading in [try fixture.read(journal), try fixture.read(try fixture.open())] {
      #expect(reading.texts == (1...70).map(String.init))
      #expect(reading.positions.map(\.index) == Array(1...70))
      #expect(reading.damaged.isEmpty)
    }
  }

  @Test("a sync that fails twice is reported, and its records still exist")
  func twice() throws {
    let fixture = fixture()
    let journal = try fixture.open()
    try append(1...5, fixture, journal)
    failures.withLock { $0 = 2 }
    #expect(throws: JournalError.self) { try journal.sync() }
    try append(6...8, fixture, journal)
    try journal.sync()
    let last = try #require(journal.segments().last)
    #expect(last.firstIndex == 1)
    #expect(last.events == 8)
    #expect(try fixture.read(journal).texts == (1...8).map(String.init))
  }

  @Test("a disk that fills up while records are written again loses nothing", arguments: 0..<12)
  func fullMeanwhile(room: Int) throws {
    let fixture = fixture()
    let journal = try fixture.open()
    try append(1...8, fixture, journal)
    failures.withLock { $0 = 1 }
    fullAfter.withLock { $0 = room }
    _ = try? journal.sync()
    // The current contents are what a kill would leave.
    let left = JournalFixture(memory, seed: 7)
    #expect(try left.read(try left.open()).texts == (1...8).map(String.init))
    _ = try? fixture.append("9", to: journal)
    fullAfter.withLock { $0 = .max }
    journal.retryNow()
    try journal.sync()
    #expect(try fixture.read(journal).texts == (1...9).map(String.init))
  }

  @Test("a file that cannot be written to is left for another one", arguments: 1...6)
  func badFiles(number: Int) throws {
    // The offset in each file from which on nothing can be written, and the number of such files.
    let bad = Locked<(files: Int, isBad: Bool)>((0, false))
    let disk = FaultyFileSystem(memory) { call in
      bad.withLock { bad in
        if call.name == "create" {
          bad.files -= 1
          bad.isBad = bad.files > 0
        }
        guard call.name == "write", call.bytes != SegmentHeader.size else { return .none }
        return bad.isBad ? .fail(FileError.inputOutput) : .none
      }
    }
    let fixture = JournalFixture(disk)
    let journal = try fixture.open()
    try append(1...5, fixture, journal)
    bad.withLock { $0 = (number, true) }
    for text in 6...9 { _ = try? fixture.append("\(text)", to: journal) }
    for _ in 0..<20 where journal.spill.events > 0 {
      fixture.clock.advance(bySeconds: 5)
      _ = journal.retry()
    }
    #expect(journal.spill.events == 0)
    try journal.sync()
    for reading in [try fixture.read(journal), try fixture.read(try fixture.open())] {
      #expect(reading.texts == (1...9).map(String.init))
    }
  }

  @Test("without a descriptor for the next file the last one grows")
  func noDescriptors() throws {
    let none = Locked(false)
    let disk = FaultyFileSystem(memory) { call in
      call.name == "create" && none.withLock { $0 } ? .fail(24) : .none
    }
    var fixture = JournalFixture(disk)
    fixture.options.segmentBytes = 1_024
    let journal = try fixture.open()
    try append(1...5, fixture, journal)
    none.withLock { $0 = true }
    try append(6...100, fixture, journal)
    #expect(journal.segments().last?.lastIndex == 100)
    none.withLock { $0 = false }
    try append(101...101, fixture, journal)
    #expect(journal.segments().last?.firstIndex == 101)
    #expect(try fixture.read(journal).texts == (1...101).map(String.init))
  }

  @Test("when the folder is removed the journal continues in a new one, with the unsynced records")
  func vanished() throws {
    let fixture = fixture()
    let journal = try fixture.open()
    try append(1...5, fixture, journal)
    try journal.sync()
    try append(6...9, fixture, journal)
    for name in try memory.list("/log") { try memory.remove("/log/" + name) }
    try journal.sync()
    try append(10...10, fixture, journal)
    let reading = try fixture.read(journal)
    #expect(reading.texts == (6...10).map(String.init))
    #expect(reading.damaged.total == 5)
  }

  @Test(
    "events that are written again or waited in memory keep their context",
    arguments: [0, 256 << 10])
  func contexts(windowBytes: Int) throws {
    let fixture = fixture(windowBytes: windowBytes)
    let journal = try fixture.open()
    var expected: [String] = []
    for context in ["A", "B", "C"] {
      journal.setPreamble(Array(context.utf8))
      for number in 1...2 {
        try fixture.append("\(context)\(number)", to: journal)
        expected.append(context)
      }
    }
    failures.withLock { $0 = 1 }
    try journal.sync()
    fullAfter.withLock { $0 = 0 }
    for context in ["C", "D", "E"] {
      journal.setPreamble(Array(context.utf8))
      _ = try? fixture.append("\(context) full", to: journal)
      expected.append(context)
    }
    #expect(journal.spill.events > 0)
    fullAfter.withLock { $0 = .max }
    fixture.clock.advance(bySeconds: 10)
    try fixture.append("E again", to: journal)
    expected.append("E")
    for reading in [try fixture.read(journal), try fixture.read(try fixture.open())] {
      #expect(reading.preambles == expected)
      #expect(reading.texts.map { String($0.prefix(1)) } == expected)
      #expect(reading.damaged.isEmpty)
    }
  }

  @Test(
    "in any order of contexts, events and failing syncs, each event keeps its context",
    arguments: [0, 256 << 10])
  func orders(windowBytes: Int) throws {
    for order in 0..<4_096 {
      let fixture = fixture(windowBytes: windowBytes)
      let journal = try fixture.open()
      let steps = (0..<6).map { (order >> (2 * $0)) & 3 }
      var (context, expected) = (0, [String]())
      for step in steps + [1] {
        switch step {
        case 0:
          context += 1
          journal.setPreamble(Array("\(context)".utf8))
        case 1:
          try fixture.append("event", to: journal)
          expected.append(context == 0 ? "" : "\(context)")
        default:
          failures.withLock { $0 = step == 2 ? 2 : 0 }
          try? journal.sync()
          failures.withLock { $0 = 0 }
        }
      }
      for reading in [try fixture.read(journal), try fixture.read(try fixture.open())] {
        #expect(reading.preambles == expected, "\(steps)")
      }
      try memory.removeAll("/log")
    }
  }

  @Test("a context that is encrypted is encrypted once, however often it is copied")
  func encryptedContexts() throws {
    var fixture = fixture(windowBytes: 0)
    fixture.options.encryptor = ContextSealer()
    let journal = try fixture.open()
    journal.setPreamble(Array("A".utf8))
    try append(1...2, fixture, journal)
    for _ in 1...3 {
      failures.withLock { $0 = 1 }
      try journal.sync()
      try append(3...3, fixture, journal)
    }
    for reading in [try fixture.read(journal), try fixture.read(try fixture.open())] {
      #expect(Set(reading.preambles) == ["A"])
      #expect(reading.texts.count == 5)
    }
  }

  @Test(
    "the open files of a removed folder can be written again, and the loss of others is logged once"
  )
  func vanishedWithoutWindow() throws {
    var fixture = fixture(windowBytes: 0)
    fixture.options.segmentBytes = 1_024
    let journal = try fixture.open()
    try append(1...3, fixture, journal)
    for name in try memory.list("/log") { try memory.remove("/log/" + name) }
    try append(4...4, fixture, journal)
    try journal.sync()
    #expect(try fixture.read(journal).texts == (1...4).map(String.init))
    try append(5...60, fixture, journal)
    for name in try memory.list("/log") { try memory.remove("/log/" + name) }
    #expect(throws: JournalError.self) { try journal.sync() }
    try journal.sync()
    let reading = try fixture.read(journal)
    #expect(reading.texts.last == "60")
    #expect(reading.texts.count + reading.damaged.total == 60)
  }

  @Test("a lane whose numbers are used up is replaced by another one")
  func nextLane() throws {
    var fixture = fixture()
    fixture.options.laneEvents = 10
    fixture.options.segmentBytes = 1_024
    let journal = try fixture.open()
    try append(1...35, fixture, journal)
    try journal.sync()
    #expect(Set(journal.segments().map(\.lane)).count >= 2)
    let reading = try fixture.read(journal)
    #expect(Set(reading.texts) == Set((1...35).map(String.init)))
    #expect(Set(reading.positions).count == 35)
    #expect(reading.damaged.isEmpty)
  }
}

/// Encrypts only contexts, by adding a letter before them.
private struct ContextSealer: PayloadEncryptor {
  let isOn = true

  func seal(_ buffer: inout OutputBuffer, from start: Int) {}
  func open(_ payload: UnsafeRawBufferPointer) -> OpenedPayload { .asItIs }
  func seal(preamble: [UInt8]) -> [UInt8] { [0x23] + preamble }
  func open(preamble: [UInt8]) -> [UInt8] { Array(preamble.dropFirst()) }
}
