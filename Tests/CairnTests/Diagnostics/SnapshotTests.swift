import Cairn
import CairnTesting
import Testing

@Suite struct SnapshotTests {
  let clock = ManualClock()
  let storage = TestStorage()
  let server = RecordingDestination()

  func launch(_ change: (inout Configuration) -> Void = { _ in }) async -> Analytics {
    var configuration = Configuration(destinations: [server])
    change(&configuration)
    return await CairnTests.launch(configuration, clock, storage)
  }

  @Test("deliveries are counted by outcome, with their bytes, retries and events")
  func outcomes() async throws {
    let analytics = await launch()
    server.answerNext(
      .later(afterSeconds: nil, reason: "status 503"), .accepted, .refused("bad"))
    analytics.track("One")
    analytics.track("Two")
    await analytics.flush()
    #expect(analytics.diagnostics.snapshot().deliveries.successRate == 0)
    await analytics.flush()
    analytics.track("Three")
    await analytics.flush()

    let seen = analytics.diagnostics.snapshot()
    let deliveries = try #require(seen.destinations.first).deliveries
    #expect(deliveries.attempts == 3)
    #expect(deliveries.retries == 1)
    #expect(deliveries.succeeded == 1)
    #expect(deliveries.postponed == 1)
    #expect(deliveries.refused == 1)
    #expect(deliveries.successRate == 1.0 / 3)
    #expect(deliveries.bytes == UInt64(server.batches.reduce(0) { $0 + $1.body.count }))
    #expect(deliveries.delivered == 2)
    #expect(deliveries.deadLettered == 1)
    #expect(deliveries.latency.count == 3)
    #expect(seen.recorded == 3)
    #expect(seen.queueDepth == 0)
  }

  @Test("a retry at a halted destination counts as a retry")
  func halted() async {
    let analytics = await launch()
    server.answerNext(.halted(reason: "status 401"))
    analytics.track("One")
    await analytics.flush()
    #expect(analytics.diagnostics.snapshot().destinations[0].problem == "status 401")
    await analytics.flush()
    let deliveries = analytics.diagnostics.snapshot().deliveries
    #expect(deliveries.halted == 1)
    #expect(deliveries.retries == 1)
    #expect(deliveries.attempts == 2)
  }

  @Test("a batch that is requested again completely is no success, and one in part is")
  func partial() async {
    let analytics = await launch()
    server.answerNext(
      .partial(refused: [:], again: [0, 1]), .partial(refused: [0: "bad"], again: [1]))
    analytics.track("One")
    analytics.track("Two")
    for _ in 0..<3 { await analytics.flush() }
    let deliveries = analytics.diagnostics.snapshot().deliveries
    #expect(deliveries.postponed == 1)
    #expect(deliveries.succeeded == 2)
    #expect(deliveries.deadLettered == 1)
    #expect(deliveries.delivered == 1)
  }

  @Test("a new run counts from 0, and the ledger continues")
  func runs() async {
    let first = await launch()
    first.track("One")
    await first.close()
    #expect(first.diagnostics.snapshot().deliveries.delivered == 1)
    let second = await launch()
    #expect(second.diagnostics.snapshot().deliveries == DeliveryDiagnostics())
    #expect(second.ledger().destinations[0].delivered == 1)
  }

  @Test("filtered and missing events are counted only for their destination")
  func destinations() async throws {
    let picky = RecordingDestination(name: "picky", accepting: { _ in false })
    let analytics = await launch { $0.destinations.append(picky) }
    server.answerNext(.later(afterSeconds: nil, reason: "down"))
    analytics.track("One")
    await analytics.flush()
    let seen = analytics.diagnostics.snapshot()
    #expect(seen.destinations.map(\.name) == ["recording", "picky"])
    #expect(seen.destinations.map(\.queueDepth) == [1, 0])
    #expect(seen.destinations.map(\.deliveries.filtered) == [0, 1])
    #expect(seen.destinations.map(\.problem) == ["down", nil])
    #expect(seen.deliveries.attempts == 1)
    #expect(seen.deliveries.filtered == 1)
  }

  @Test("a snapshot has the refused calls and the size of the journal")
  func recorder() async {
    let analytics = await launch()
    analytics.track("")
    analytics.track("One")
    let seen = analytics.diagnostics.snapshot()
    #expect(seen.refused == [.nameMissing: 1])
    #expect(seen.recorded == 1)
    #expect(seen.journalBytes > 100)
    #expect(seen.milliseconds == 1_767_225_600_000)
  }
}
