import Cairn
import CairnContent
import CairnTesting
import Testing

/// The triggers of a delivery count only events for the destination.
@Suite struct TriggerTests {
  let clock = ManualClock()
  let storage = TestStorage()
  let server = RecordingDestination(name: "server")
  let plain = RecordingDestination(inFrontOf: Plain())

  struct Plain: Destination {
    let name = "plain"
    func deliver(_ batch: Batch) async -> Outcome { .accepted }
  }

  func launch() -> ContentAnalytics {
    let settings = ContentConfiguration()
    var own = Configuration(destinations: [plain, ContentEngagement(to: server, settings)])
    own.syncPolicy = .never
    own.diagnostics = { _ in }
    return ContentAnalytics(Analytics(own.testing(clock: clock, storage: storage)), settings)
  }

  func row(_ name: String, _ content: ContentAnalytics) -> Ledger.Row? {
    content.analytics.ledger().destinations.first { $0.name == name }
  }

  func counted(atLeast count: Int) async -> [String] {
    await server.events(atLeast: count).compactMap(ContentFixture.text)
  }

  @Test("ten interactions are sent at once and nine wait, among a hundred other events")
  func tenth() async {
    let content = launch()
    for _ in 1...9 {
      for _ in 1...11 { content.analytics.track("Other") }
      content.trackAssetView("A")
    }
    await clock.waitForSleeper(forSeconds: 2...2)
    #expect(server.batches.isEmpty)
    #expect(row("server.content", content)?.pending == 9)
    #expect(row("server.content", content)?.filtered == 99)
    let snapshot = content.analytics.diagnostics.snapshot()
    #expect(snapshot.destinations.first { $0.name == "server.content" }?.queueDepth == 9)
    #expect(content.analytics.ledger().balances)
    content.trackAssetClick("A")
    #expect(await counted(atLeast: 1) == ["A 9 1"])
  }

  @Test("two seconds begin with the first interaction, and not with earlier events")
  func interval() async {
    let content = launch()
    for _ in 1...15 { content.analytics.track("Other") }
    await clock.waitForSleeper(forSeconds: 30...30)
    clock.advance(bySeconds: 1.5)
    content.trackAssetView("A")
    await clock.waitForSleeper(forSeconds: 2...2)
    for _ in 1...4 { content.analytics.track("Other") }
    clock.advance(bySeconds: 1.999)
    #expect(server.batches.isEmpty)
    content.trackAssetView("A")
    clock.advance(bySeconds: 0.001)
    #expect(await counted(atLeast: 1) == ["A 2 0"])
  }

  @Test("after a kill only interactions count, among a hundred other events that were left")
  func recovered() async {
    plain.isOffline = true
    let first = launch()
    for _ in 1...9 {
      for _ in 1...11 { first.analytics.track("Other") }
      first.trackAssetView("A")
    }
    await first.close()
    let second = launch()
    await clock.waitForSleeper(forSeconds: 2...2)
    #expect(server.batches.isEmpty)
    #expect(row("server.content", second)?.pending == 9)
    second.trackAssetView("A")
    #expect(await counted(atLeast: 1) == ["A 10 0"])
    await second.close()
  }

  @Test("interactions begin no delivery of other events, and are none that wait for it")
  func others() async {
    let content = launch()
    for _ in 1...19 {
      content.analytics.track("Other")
      content.trackAssetView("A")
    }
    _ = await counted(atLeast: 1)
    #expect(plain.batches.isEmpty)
    #expect(row("plain", content)?.pending == 19)
    #expect(row("plain", content)?.filtered == 19)
    content.analytics.track("Other")
    #expect(await plain.batches(atLeast: 1).map(\.events.count) == [20])
  }

  @Test("the status of an interaction says when its batch was accepted, also in a later launch")
  func receipt() async throws {
    let content = launch()
    let id = try #require(content.trackAssetView("A"))
    let before = await content.analytics.delivery(of: id)
    #expect(before?.destinations["server.content"] == .pending)
    await content.analytics.flush()
    let after = try await content.analytics.waitForDelivery(of: id)
    #expect(after?.destinations == ["plain": .filtered, "server.content": .delivered])
    await content.analytics.close()
    let later = launch()
    #expect(await later.analytics.delivery(of: id)?.destinations["server.content"] == .delivered)
    await later.analytics.close()
  }

  @Test(
    "events for other destinations are delivered there and skipped; their segments are removed"
  )
  func passedOver() async throws {
    let content = launch()
    let id = try #require(content.analytics.track("Other"))
    for _ in 1...19 { content.analytics.track("Other") }
    let status = try await content.analytics.waitForDelivery(of: id)
    #expect(status?.destinations == ["plain": .delivered, "server.content": .filtered])
    await content.analytics.flush()
    let engine = try #require(content.analytics.engine)
    #expect(
      engine.registry.workers.map { $0.report.cursor.pending(in: engine.journal.segments()) }
        == [0, 0])
    for _ in 1...EventThreshold.mostPassing { content.trackAssetView("A") }
    content.analytics.track("Other")
    await content.analytics.flush()
    #expect(row("plain", content)?.delivered == 21)
    #expect(content.analytics.ledger().balances)
  }
}
