import Cairn
import CairnTesting
import Testing

/// A segment file whose creation or whose writing is disturbed.
@Suite struct SegmentFaultTests {
  @Test("a file that another process removes before it is locked is not written to")
  func removedBeforeLock() throws {
    let memory = InMemoryFileSystem(capacity: 1 << 20)
    let created = Locked<String?>(nil)
    let removed = Locked<[String]>([])
    let files = FaultyFileSystem(memory) { call in
      if call.name == "create" { created.withLock { $0 = call.path } }
      if call.name == "lock", let path = created.withLock({ $0 }),
        removed.withLock({ $0.isEmpty })
      {
        // Another process takes the file for that of a writer that has ended.
        removed.withLock { $0.append(path) }
        try? memory.remove(path)
      }
      return .none
    }
    let fixture = JournalFixture(files)
    let journal = try fixture.open()
    for text in ["one", "two"] { try fixture.append(text, to: journal) }
    journal.close()
    #expect(removed.withLock { $0.count } == 1)
    let next = try JournalFixture(memory, seed: 2).open()
    #expect(try fixture.read(next).texts == ["one", "two"])
    #expect(try fixture.read(next).damaged == [])
  }

  @Test("a write that fails leaves no gap in the file")
  func failedWrite() throws {
    let memory = InMemoryFileSystem(capacity: 1 << 20)
    let failing = Locked(false)
    let files = FaultyFileSystem(memory) { call in
      call.name == "write" && failing.withLock { $0 } ? .fail(FileError.inputOutput) : .none
    }
    let fixture = JournalFixture(files)
    let journal = try fixture.open()
    try fixture.append("one", to: journal)
    failing.withLock { $0 = true }
    _ = try? fixture.append("two", to: journal)
    failing.withLock { $0 = false }
    journal.retryNow()
    try fixture.append("three", to: journal)
    journal.close()
    let next = try JournalFixture(memory, seed: 2).open()
    let reading = try fixture.read(next)
    #expect(reading.texts == ["one", "two", "three"])
    #expect(reading.damaged == [])
  }
}
