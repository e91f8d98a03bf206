import Cairn
import CairnTesting
import Testing

/// P9: memory is limited, however long a process runs.
@Suite struct JournalMemoryTests {
  @Test("a reader remembers no lane that is gone from the journal")
  func readerForgets() throws {
    let memory = InMemoryFileSystem(capacity: 64 << 20)
    let fixture = JournalFixture(memory, seed: 1)
    let delivering = try fixture.open()
    var reader = JournalReader(delivering)
    var settled = SettledPositions()
    for seed in 2...200 {
      let process = JournalFixture(memory, seed: UInt64(seed))
      let journal = try process.open()
      journal.setPreamble([UInt8](repeating: 0x20, count: 900))
      try process.append("one", to: journal)
      journal.close()
      var found: [PositionRange] = []
      reader.read(after: settled) { item in
        if case .event(let position, _, _) = item { found.append(position) }
        return true
      }
      settled.insert(found)
      _ = delivering.reclaim(behind: [settled])
      #expect(reader.remembered <= 1)
    }
    // The last file is still open, for a sync.
    #expect(try memory.list("/log").count <= 1)
  }

  @Test("events that wait for a slow disk take at most the permitted memory")
  func heldRecords() throws {
    let budget = Locked(0)
    let disk = FaultyFileSystem(InMemoryFileSystem(capacity: 256 << 20)) { call in
      guard call.name == "write" else { return .none }
      return budget.withLock { budget in
        budget -= 1
        return budget >= 0 ? .none : .fail(FileError.noSpace)
      }
    }
    let fixture = JournalFixture(disk)
    let journal = try fixture.open()
    let text = String(repeating: "x", count: 1_000)
    for _ in 0..<50 { _ = try? fixture.append(text, to: journal) }
    for _ in 0..<2_000 {
      fixture.clock.advance(bySeconds: 6)
      budget.withLock { $0 = 5 }
      for _ in 0..<5 { _ = try? fixture.append(text, to: journal) }
      #expect(journal.spill.events > 0)
    }
    #expect(journal.memoryOfHeld <= 4 * fixture.options.spillBytes)
  }
}
