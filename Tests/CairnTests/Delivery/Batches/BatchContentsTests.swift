import Cairn
import CairnTesting
import Testing

/// Responses to a batch that contains events this process cannot read, as after a later version of
/// the app.
@Suite struct BatchContentsTests {
  let fixture = JournalFixture()

  /// Returns a store with a batch of three events in flight, the second of which this process
  /// cannot decode.
  func store() throws -> DeliveryStore {
    let journal = try fixture.open()
    try fixture.append(event: "First", to: journal)
    try fixture.append("?", to: journal)
    try fixture.append(event: "Third", to: journal)
    let key = BatchKeys(fixture.randomness).next(wall: 0)
    let body = Array("sealed".utf8)
    var cursor = Cursor()
    cursor.inFlight = SealedBatch(
      key: key, bodyHash: BodyStore.hash(body), bodyLength: UInt32(body.count), sealedAt: 0,
      ranges: [PositionRange(lane: journal.lane, first: 1, last: 3)])
    try fixture.files.makeDirectory("/dest/server")
    try CursorFile("/dest/server/state", files: fixture.files)?.commit(cursor, sync: nil)
    try BodyStore(directory: "/dest/server", files: fixture.files).write(
      body, key: key, sync: false)
    let place = DestinationFolder(
      "/dest/server", files: fixture.files, journal: journal,
      reclaimer: Reclaimer(journal, destinations: "/dest", files: fixture.files),
      deadLetters: DeadLetterStore(
        directory: "/dest/server/dead", files: fixture.files, clock: fixture.clock,
        randomness: fixture.randomness),
      ballast: Ballast("/ballast", files: fixture.files))
    return DeliveryStore("server", place, syncs: false, keys: BatchKeys(fixture.randomness))
  }

  static let answers: [Outcome] = [
    .partial(refused: [:], again: [0]), .partial(refused: [:], again: [0, 1, 2]),
    .partial(refused: [2: "bad"], again: []), .partial(refused: [1: "bad"], again: [2]),
  ]

  @Test(
    "an answer for single events settles nothing when the events are not known",
    arguments: answers.indices)
  func unsettled(number: Int) throws {
    var store = try store()
    #expect(try store.acquire())
    let server = RecordingDestination(name: "server")
    #expect(try store.batch(for: server, at: fixture.clock.now())?.events.count == 2)
    let before = store.cursor
    #expect(throws: FileError.self) { try store.settle(Self.answers[number]) }
    #expect(store.cursor == before)
    #expect(try !fixture.files.list("/dest/server").contains("dead"))
  }

  @Test("an answer for the whole batch settles all of it")
  func accepted() throws {
    var store = try store()
    #expect(try store.acquire())
    _ = try store.settle(.accepted)
    #expect(store.cursor.inFlight == nil && store.cursor.counters.delivered == 3)
  }
}
