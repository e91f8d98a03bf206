import Cairn
import CairnTesting
import Testing

/// Missing segments count as damaged, unless another process has erased everything.
@Suite struct ErasedPlacesTests {
  private let fixture: JournalFixture
  private let journal: Journal

  init() throws {
    var fixture = JournalFixture()
    fixture.options.segmentBytes = 4_096
    self.fixture = fixture
    journal = try fixture.open()
    for number in 0..<200 { try fixture.append(event: "Event \(number)", to: journal) }
  }

  private func store(isCurrent: Bool) -> DeliveryStore {
    let place = DestinationFolder(
      "/dest/server", files: fixture.files, journal: journal,
      reclaimer: Reclaimer(journal, destinations: "/dest", files: fixture.files),
      deadLetters: DeadLetterStore(
        directory: "/dest/server/dead", files: fixture.files, clock: fixture.clock,
        randomness: fixture.randomness),
      ballast: Ballast("/ballast", files: fixture.files), isCurrent: { isCurrent })
    return DeliveryStore("server", place, syncs: false, keys: BatchKeys(fixture.randomness))
  }

  @Test("missing events are counted as damaged only by a process that knows of no erasure")
  func gone() throws {
    let segments = journal.segments()
    try #require(segments.count > 2)
    var (erased, damaged) = (store(isCurrent: false), store(isCurrent: true))
    let lost = segments[1]
    try fixture.files.remove("\(journal.directory)/\(lost.name.fileName)")
    let server = RecordingDestination(name: "server")
    #expect(try erased.acquire())
    let failure = #expect(throws: FileError.self) {
      try erased.pack(for: server, atMost: 1_000, at: fixture.clock.now())
    }
    #expect(failure?.code == FileError.stale)
    #expect(erased.cursor.counters.damaged == 0)
    erased.release()
    #expect(try damaged.acquire())
    _ = try damaged.pack(for: server, atMost: 1_000, at: fixture.clock.now())
    #expect(damaged.cursor.counters.damaged == UInt64(lost.events))
  }

  @Test("an answer to a batch whose events another process has erased settles nothing")
  func goneInFlight() throws {
    let segments = journal.segments()
    try #require(segments.count > 2)
    var sealed = store(isCurrent: true)
    let server = RecordingDestination(name: "server")
    #expect(try sealed.acquire())
    _ = try sealed.pack(for: server, atMost: 1_000, at: fixture.clock.now())
    sealed.release()
    try fixture.files.remove("\(journal.directory)/\(segments[1].name.fileName)")
    var erased = store(isCurrent: false)
    #expect(try erased.acquire())
    let before = erased.cursor
    let failure = #expect(throws: FileError.self) {
      try erased.settle(.partial(refused: [:], again: [0]))
    }
    #expect(failure?.code == FileError.stale)
    #expect(erased.cursor == before)
  }
}
