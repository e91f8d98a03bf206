import Cairn
import CairnExperiments
import CairnTesting
import Foundation
import Testing

/// The times of a keeper's requests, and the effect of consent and erasure.
@Suite struct KeeperRefreshTests {
  /// Returns when the keeper sleeps until the next request.
  private func settled(_ scene: KeeperFixture, _ seconds: ClosedRange<Double> = 250...300) async {
    await scene.clock.waitForSleeper(forSeconds: seconds)
  }

  @Test("a keeper requests every five minutes, and never after the analytics is closed")
  func interval() async {
    let scene = KeeperFixture(otherwise: KeeperFixture.answer("a", tag: "\"1\""))
    let analytics = scene.launch()
    let keeper = DocumentKeeper(source: scene.source, engine: analytics.engine)
    for count in 1...4 {
      await settled(scene)
      #expect(scene.network.requests.count == count)
      scene.clock.advance(bySeconds: 300)
    }
    await settled(scene)
    await analytics.close()
    let count = scene.network.requests.count
    scene.clock.advance(bySeconds: 3_000)
    keeper.handle(.foreground)
    #expect(await !keeper.refresh())
    #expect(scene.network.requests.count == count)
    #expect(keeper.now == "a network")
  }

  @Test(
    "refreshes pause in background and low power mode, and resume when due in the foreground"
  )
  func pauses() async {
    let scene = KeeperFixture(otherwise: KeeperFixture.answer("a"))
    let analytics = scene.launch()
    let keeper = DocumentKeeper(source: scene.source, engine: analytics.engine)
    await settled(scene)
    scene.host.enterBackground()
    // Nothing wakes it, however much time passes.
    #expect(scene.clock.nextDue == nil)
    scene.clock.advance(bySeconds: 299)
    scene.host.enterForeground()
    await settled(scene, 0...1)
    #expect(scene.clock.nextDue == 1)
    #expect(scene.network.requests.count == 1)
    scene.host.isLowPower = true
    #expect(scene.clock.nextDue == nil)
    scene.clock.advance(bySeconds: 600)
    scene.host.enterForeground()
    #expect(scene.clock.nextDue == nil)
    #expect(scene.network.requests.count == 1)
    scene.host.isLowPower = false
    await settled(scene)
    #expect(scene.network.requests.count == 2)
    scene.host.enterBackground()
    #expect(scene.clock.nextDue == nil)
    scene.clock.advance(bySeconds: 900)
    #expect(scene.network.requests.count == 2)
    scene.host.enterForeground()
    await settled(scene)
    #expect(scene.network.requests.count == 3)
    #expect(keeper.now == "a network")
    await analytics.close()
  }

  @Test("a keeper gets the signals of the device from before its creation")
  func before() async {
    let scene = KeeperFixture(otherwise: KeeperFixture.answer("a"))
    scene.host.isOnline = false
    let analytics = scene.launch()
    let keeper = DocumentKeeper(source: scene.source, engine: analytics.engine)
    #expect(scene.network.requests.isEmpty)
    scene.host.isOnline = true
    await settled(scene)
    #expect(keeper.now == "a network")
    await analytics.close()
  }

  /// A source that responds only to a cancellation.
  private struct Silent: ExperimentSource {
    let name = "silent"
    let asked = AsyncStream.makeStream(of: Void.self)
    private let answers = AsyncStream.makeStream(of: Void.self)

    func fetch(etag: String?) async throws -> FetchedDocument {
      asked.continuation.yield()
      for await _ in answers.stream {}
      throw CancellationError()
    }
  }

  @Test("a source without a response is cancelled after a minute, and tried again")
  func silent() async {
    let scene = KeeperFixture()
    let analytics = scene.launch()
    let source = Silent()
    let keeper = DocumentKeeper(source: source, engine: analytics.engine)
    var asked = source.asked.stream.makeAsyncIterator()
    await asked.next()
    await settled(scene, 59...60)
    scene.clock.advance(bySeconds: 60)
    // The back-off is at most five seconds.
    await settled(scene, 0...5)
    #expect(scene.lines == ["notice experiments.unavailable"])
    scene.clock.advance(bySeconds: 5)
    await asked.next()
    #expect(keeper.current == nil)
    await analytics.close()
  }

  @Test("a file that changes is noticed within seconds")
  func file() async throws {
    let scene = KeeperFixture()
    let analytics = scene.launch()
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: url) }
    try Data(KeeperFixture.document("one").utf8).write(to: url)
    let keeper = DocumentKeeper(source: FileExperimentSource(url), engine: analytics.engine)
    try await keeper.ready()
    var updates = keeper.updates().makeAsyncIterator()
    await settled(scene, 1...2)
    try Data(KeeperFixture.document("two").utf8).write(to: url)
    scene.clock.advance(bySeconds: 2)
    #expect(await updates.next()?.document.experiences.first?.key == "two")
    #expect(keeper.now == "two network")
    await analytics.close()
  }

  @Test(
    "a document is requested in each state of consent, and fetched completely after an erasure"
  )
  func consent() async throws {
    let scene = KeeperFixture(KeeperFixture.answer("a", tag: "\"1\""))
    let analytics = scene.launch()
    let keeper = await scene.keeper(analytics)
    try await analytics.erase()
    #expect(scene.files(holding: "\"key\":\"a\"") == [])
    #expect(keeper.now == "a network")
    analytics.setConsent(.denied)
    scene.network.answerNext(KeeperFixture.answer("b", tag: "\"2\""))
    #expect(await keeper.refresh())
    #expect(keeper.now == "b network")
    #expect(scene.network.requests.last?.header("If-None-Match") == nil)
    let erasures = analytics.engine?.consents.record.erasures
    await analytics.close()
    // The document contains no user data: the next launch has no reason to erase again.
    let next = scene.launch()
    #expect(DocumentKeeper(source: scene.source, engine: next.engine).now == "b cache")
    #expect(next.engine?.consents.record.erasures == erasures)
    await next.close()
  }

  @Test("a keeper without references makes no requests")
  func released() async {
    let scene = KeeperFixture(otherwise: KeeperFixture.answer("a"))
    let analytics = scene.launch()
    var keeper: DocumentKeeper? = await scene.keeper(analytics)
    weak let released = keeper
    keeper = nil
    while released != nil { await Task.yield() }
    let count = scene.network.requests.count
    scene.clock.advance(bySeconds: 3_000)
    scene.host.enterForeground()
    #expect(scene.network.requests.count == count)
    await analytics.close()
  }
}
