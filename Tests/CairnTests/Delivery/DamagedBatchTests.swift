import Cairn
import CairnTesting
import Testing

/// P4 and P7: an event that the disk loses after its batch was sealed.
@Suite struct DamagedBatchTests {
  let clock = ManualClock()
  let storage = TestStorage()
  let server = RecordingDestination()

  private func start() async -> Analytics {
    await launch(Configuration(destinations: [server]), clock, storage)
  }

  /// Records these, has them sealed, and damages one of them on the disk.
  private func sealed(_ names: [String], damaging name: String) async throws {
    let analytics = await start()
    server.answerNext(.later(afterSeconds: nil, reason: "later"))
    for name in names { analytics.track(name) }
    await analytics.flush()
    let folder = try #require(analytics.engine?.journal.directory)
    await analytics.close(flushingForSeconds: 0)
    var found = 0
    for file in try storage.files.list(folder) {
      let file = try OpenFile("\(folder)/\(file)", .readWrite, in: storage.files)
      let bytes = try file.read(file.status().size, at: 0)
      let needle = Array(name.utf8)
      for place in 0..<max(0, bytes.count - needle.count)
      where bytes[place..<place + needle.count].elementsEqual(needle) {
        try file.write([0], at: place)
        found += 1
      }
    }
    #expect(found == 1)
  }

  @Test("of a batch that is answered event by event, the lost one is counted as damaged")
  func partial() async throws {
    try await sealed(["One", "Two", "Three"], damaging: "Two")
    server.answerNext(.partial(refused: [1: "bad"], again: []))
    let analytics = await start()
    let row = analytics.ledger().destinations[0]
    #expect(row.damaged == 1 && row.delivered == 1 && row.deadLettered == 1, "\(row)")
    #expect(row.balances && row.pending == 0)
    #expect(server.batches.last?.events.count == 2)
    await analytics.close()
  }

  @Test("an event that is refused alone and is lost is damaged: there is no letter of it")
  func alone() async throws {
    try await sealed(["One"], damaging: "One")
    server.answerNext(.refused("bad"))
    let analytics = await start()
    let row = analytics.ledger().destinations[0]
    #expect(row.damaged == 1 && row.deadLettered == 0, "\(row)")
    #expect(row.balances && row.pending == 0)
    await analytics.close()
  }

  @Test("a batch that is accepted as a whole is delivered as a whole: its body has them all")
  func accepted() async throws {
    try await sealed(["One", "Two"], damaging: "Two")
    let analytics = await start()
    let row = analytics.ledger().destinations[0]
    #expect(row.delivered == 2 && row.damaged == 0, "\(row)")
    await analytics.close()
  }
}
