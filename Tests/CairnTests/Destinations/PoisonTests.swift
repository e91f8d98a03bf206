import Cairn
import CairnTesting
import Testing

/// P8: an event that is always refused blocks no other.
@Suite struct PoisonTests {
  let clock = ManualClock()
  let storage = TestStorage()

  @Test(
    "one refused event of 500 is found with at most 19 requests, and the others arrive in order",
    arguments: [0, 1, 249, 250, 373, 498, 499])
  func found(place: Int) async throws {
    let server = RecordingDestination(answer: { batch in
      batch.events.contains { $0.text.contains("Poison") } ? .refused("bad") : .accepted
    })
    var configuration = Configuration(destinations: [server])
    configuration.flushAt = 1_000
    let analytics = await CairnTests.launch(configuration, clock, storage)
    for number in 0..<500 { analytics.track(number == place ? "Poison" : "Event \(number)") }
    #expect(await analytics.flush().isComplete)
    let good = server.batches.filter { !$0.events.contains { $0.text.contains("Poison") } }
    let names = good.flatMap(\.events).compactMap { $0.fields?["event"] as? String }
    #expect(names == (0..<500).filter { $0 != place }.map { "Event \($0)" })
    // 2·log2(500) + 2 = 19.9
    #expect(server.batches.count <= 19)
    let row = analytics.ledger().destinations[0]
    #expect(row.delivered == 499)
    #expect(row.deadLettered == 1)
    #expect(analytics.ledger().balances)
    let keys = Dictionary(grouping: server.batches, by: \.key)
    #expect(keys.values.allSatisfy { Set($0.map { $0.events.map(\.id) }).count == 1 })
  }
}
