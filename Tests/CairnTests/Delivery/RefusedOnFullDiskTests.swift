import Cairn
import CairnTesting
import Testing

/// P3, P8: a disk that the journal itself has filled, and a server that refuses events permanently.
@Suite struct RefusedOnFullDiskTests {
  private let clock = ManualClock()
  private let storage = TestStorage(InMemoryFileSystem(capacity: 640_000))

  private func launch(_ server: RecordingDestination) async -> Analytics {
    var configuration = Configuration(destinations: [server])
    configuration.flushAt = 40
    configuration.seams.segmentBytes = 16_384
    configuration.journal.deadLetterBytes = 65_536
    configuration = configuration.testing(clock: clock, storage: storage, seed: 5)
    return Analytics(configuration)
  }

  /// Refuses every nth event.
  private static func answer(each number: Int) -> @Sendable (Batch) -> Outcome {
    { batch in
      var refused: [Int: DeliveryRejection] = [:]
      for (place, event) in batch.events.enumerated() where isBad(event, number) {
        refused[place] = DeliveryRejection("never", status: 422, answer: "bad")
      }
      return refused.isEmpty ? .accepted : .partial(refused: refused, again: [])
    }
  }

  private static func isBad(_ event: StoredEvent, _ number: Int) -> Bool {
    let properties = event.fields?["properties"] as? [String: Any]
    return (properties?["number"] as? Int).map { $0.isMultiple(of: number) } ?? false
  }

  @Test(
    "everything is delivered or a dead letter, and the disk is no longer full",
    arguments: [3, 40])
  func refused(each number: Int) async {
    let server = RecordingDestination(name: "server")
    server.isOffline = true
    let analytics = await launch(server)
    var recorded = 0
    while analytics.ledger().refused[.storageFailed] == nil {
      recorded += 1
      let padding = Value.string(String(repeating: "x", count: recorded * 37 % 700))
      analytics.track("Event", ["number": .int(recorded), "padding": padding])
    }
    server.answer(Self.answer(each: number))
    server.isOffline = false
    for _ in 0..<400 {
      clock.advance(bySeconds: 10)
      await analytics.flush()
      let ledger = analytics.ledger()
      if ledger.buffered == 0, ledger.destinations[0].pending == 0 { break }
    }
    let ledger = analytics.ledger()
    #expect(ledger.balances)
    #expect(ledger.buffered == 0)
    #expect(ledger.storageProblem == nil)
    let row = ledger.destinations[0]
    #expect(row.pending == 0)
    #expect(row.accepted == ledger.recorded)
    let bad = UInt64(Set(server.events.filter { Self.isBad($0, number) }.map(\.id)).count)
    #expect(row.delivered == row.accepted - bad)
    #expect(row.deadLettered + row.dropped.values.reduce(0, +) >= bad)
    await analytics.close(flushingForSeconds: 0)
  }
}
