import Cairn
import CairnContent
import CairnTesting
import Testing

/// The times at which interactions are sent: the timeline and the scenarios of the documents.
@Suite struct BatchingTests {
  let scene = ContentFixture()

  @Test("one view and two clicks within two seconds are sent two seconds after the first")
  func timeline() async {
    let content = scene.launch()
    content.trackAssetView("A")
    await scene.clock.waitForSleeper(forSeconds: 2...2)
    scene.clock.advance(bySeconds: 0.5)
    content.trackAssetClick("B")
    scene.clock.advance(bySeconds: 0.5)
    content.trackAssetClick("B")
    #expect(content.analytics.ledger().destinations.map(\.pending) == [3])
    scene.clock.advance(bySeconds: 0.999)
    #expect(scene.server.batches.isEmpty)
    scene.clock.advance(bySeconds: 0.001)
    #expect(
      await scene.server.events(atLeast: 2).compactMap(ContentFixture.text) == ["A 1 0", "B 0 2"])
    await content.analytics.flush()
    #expect(content.analytics.ledger().destinations.map(\.pending) == [0])
  }

  @Test("ten interactions are sent at once, nine wait")
  func tenth() async {
    let content = scene.launch()
    for _ in 1...9 { content.trackAssetView("A") }
    await scene.clock.waitForSleeper(forSeconds: 2...2)
    #expect(scene.server.batches.isEmpty)
    content.trackAssetClick("A")
    #expect(await scene.server.events(atLeast: 1).compactMap(ContentFixture.text) == ["A 9 1"])
  }

  @Test("five before a kill and five after it are one event of ten")
  func killedWhileBatching() async {
    let first = scene.launch()
    for _ in 1...5 { first.trackAssetView("A") }
    await first.close()
    let second = scene.launch()
    for _ in 1...5 { second.trackAssetView("A") }
    #expect(await scene.server.events(atLeast: 1).compactMap(ContentFixture.text) == ["A 10 0"])
  }

  @Test(
    "interactions before a kill are counted and sent two seconds after the start without a call"
  )
  func recovered() async {
    let first = scene.launch()
    for _ in 1...5 { first.trackAssetClick("A") }
    await first.close()
    scene.clock.advance(bySeconds: 3_600)
    let second = scene.launch()
    await scene.clock.waitForSleeper(forSeconds: 2...2)
    #expect(scene.server.batches.isEmpty)
    scene.clock.advance(bySeconds: 2)
    #expect(await scene.server.events(atLeast: 1).compactMap(ContentFixture.text) == ["A 0 5"])
    let event = scene.server.events.first?.fields
    #expect(event?["timestamp"] as? String == "2026-01-01T00:00:00.000Z")
    await second.close()
  }

  @Test(
    "the background sends waiting interactions; a start after a kill resends the batch in flight"
  )
  func background() async {
    let first = scene.launch()
    first.trackAssetView("A")
    await scene.clock.waitForSleeper(forSeconds: 2...2)
    scene.server.isOffline = true
    first.analytics.engine?.handle(.background)
    _ = await scene.server.batches(atLeast: 1)
    first.trackAssetView("B")
    await first.close()
    scene.server.isOffline = false
    scene.clock.advance(bySeconds: 600)
    let second = scene.launch()
    let batches = await scene.server.batches(atLeast: 2)
    #expect(batches[1].events.map(\.id) == batches[0].events.map(\.id))
    #expect(batches[1].body == batches[0].body)
    await scene.clock.waitForSleeper(forSeconds: 2...2)
    #expect(scene.server.batches.count == 2)
    scene.clock.advance(bySeconds: 2)
    #expect(
      await scene.server.events(atLeast: 3).compactMap(ContentFixture.text)
        == ["A 1 0", "A 1 0", "B 1 0"])
    await second.close()
  }

  @Test("without batching each call is sent at once")
  func unbatched() async {
    var configuration = ContentConfiguration()
    configuration.batchingEnabled = false
    let content = scene.launch(configuration)
    content.trackAssetView("A")
    #expect(await scene.server.events(atLeast: 1).compactMap(ContentFixture.text) == ["A 1 0"])
  }

  @Test(
    "disabling batching sends waiting interactions; so does a batch size that is reached already")
  func changed() async {
    let content = scene.launch()
    for _ in 1...7 { content.trackAssetView("A") }
    await scene.clock.waitForSleeper(forSeconds: 2...2)
    var configuration = ContentConfiguration()
    configuration.maxBatchSize = 8
    await content.update(configuration)
    await scene.clock.waitForSleeper(forSeconds: 2...2)
    #expect(scene.server.batches.isEmpty)
    configuration.maxBatchSize = 5
    await content.update(configuration)
    #expect(await scene.server.events(atLeast: 1).compactMap(ContentFixture.text) == ["A 7 0"])
    content.trackAssetView("B")
    configuration.batchingEnabled = false
    await content.update(configuration)
    #expect(await scene.server.events(atLeast: 2).compactMap(ContentFixture.text).last == "B 1 0")
  }

  @Test(
    "a changed interval restarts for waiting interactions, and is at most 2.5 intervals",
    arguments: [(0.5, 0.5), (1, 0.25), (1.5, 0)])
  func changedInterval(waited: Double, rest: Double) async {
    let content = scene.launch()
    content.trackAssetView("A")
    await scene.clock.waitForSleeper(forSeconds: 2...2)
    scene.clock.advance(bySeconds: waited)
    var configuration = ContentConfiguration()
    configuration.batchFlushInterval = 500
    await content.update(configuration)
    if rest > 0 {
      await scene.clock.waitForSleeper(forSeconds: rest...rest)
      #expect(scene.server.batches.isEmpty)
      scene.clock.advance(bySeconds: rest)
    }
    #expect(await scene.server.events(atLeast: 1).count == 1)
  }

  @Test("however often the configuration changes, nothing waits longer than 2.5 intervals")
  func changedAgainAndAgain() async {
    let content = scene.launch()
    content.trackAssetView("A")
    await scene.clock.waitForSleeper(forSeconds: 2...2)
    var configuration = ContentConfiguration()
    for (number, rest) in [2.0, 2, 1.5, 0.5].enumerated() {
      scene.clock.advance(bySeconds: number == 0 ? 1.5 : 1)
      configuration.excludedAssetUrlsRegexp = "\(number)"
      await content.update(configuration)
      await scene.clock.waitForSleeper(forSeconds: rest...rest)
    }
    #expect(scene.server.batches.isEmpty)
    scene.clock.advance(bySeconds: 0.5)
    #expect(await scene.server.events(atLeast: 1).compactMap(ContentFixture.text) == ["A 1 0"])
  }

  @Test("an interaction that a full disk did not accept at once is counted when it does")
  func fullDisk() async {
    let content = scene.launch()
    scene.storage.isFull = true
    content.trackAssetView("A")
    scene.storage.isFull = false
    await content.analytics.flush()
    #expect(scene.counted == ["A 1 0"])
  }
}
