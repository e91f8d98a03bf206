import Cairn
import CairnConvert
import CairnExperiments
import CairnTesting
import Foundation
import Testing

/// The numbered defects of the released SDK for iOS, and those of the SDKs for JavaScript and
/// Android.
@Suite struct DefectTests {
  @Test("1: a report right before a crash arrives, although nothing was sent before")
  func crashBeforeAnything() async throws {
    let scene = try DefectFixture()
    scene.expose(1...3)
    let second = try await scene.relaunch()
    await second.testing.analytics.flush()
    #expect(scene.arrived == (1...3).visitors)
    await second.testing.analytics.close()
  }

  @Test("2, 9: requests that are cut off, launch after launch, lose nothing and block nothing")
  func cutOff() async throws {
    let network = RecordingTransport()
    var storage = TestStorage()
    for launch in 1...3 {
      let scene = try DefectFixture(
        network, transport: GatedTransport(network), storage: storage)
      scene.expose(launch...launch)
      let flush = Task { await scene.testing.analytics.flush() }
      // After several deaths during requests, the next request waits for a moment.
      while network.requests.count < launch { await scene.pass() }
      // The process is killed during a request: the next launch has the current contents of the
      // disk.
      storage = storage.asOfNow(before: launch + 1)
      await scene.testing.analytics.engine?.stop()
      _ = await flush.value
    }
    #expect(network.requests.map(\.visitorIDs) == [["v1"], ["v1"], ["v1"]])
    let scene = try DefectFixture(network, storage: storage)
    let flush = Task { await scene.testing.analytics.flush() }
    while scene.pending > 0 { await scene.pass() }
    _ = await flush.value
    #expect(scene.arrived.dropFirst(3) == (1...3).visitors[...])
    #expect(scene.pending == 0)
    await scene.testing.analytics.close()
  }

  @Test("3: the reports of several launches arrive, not only the first part")
  func severalLaunches() async throws {
    var scene = try DefectFixture()
    for launch in 0..<3 {
      scene.expose(launch * 10 + 1...launch * 10 + 10)
      scene = try await scene.relaunch()
    }
    await scene.testing.analytics.flush()
    #expect(scene.arrived == (1...30).visitors)
    await scene.testing.analytics.close()
  }

  @Test("4: going to the background, and a failure on a failure, overwrite nothing that waits")
  func backgroundOnTopOfFailure() async throws {
    let scene = try DefectFixture()
    scene.network.isOffline = true
    scene.expose(1...2)
    await scene.testing.analytics.flush()
    scene.testing.host.enterBackground()
    await scene.testing.host.untilBackgroundTimeEnds()
    scene.expose(3...4)
    await scene.testing.analytics.flush()
    scene.testing.host.enterBackground()
    await scene.testing.host.untilBackgroundTimeEnds()
    scene.network.isOffline = false
    let before = scene.arrived.count
    await scene.testing.analytics.flush()
    await scene.testing.analytics.flush()
    #expect(scene.arrived.dropFirst(before) == (1...4).visitors[...])
    await scene.testing.analytics.close()
  }

  @Test("5: many concurrent flushes, among calls that report, send each report once")
  func flushesAtOnce() async throws {
    let scene = try DefectFixture()
    let analytics = scene.testing.analytics
    await withTaskGroup(of: Void.self) { group in
      for number in 1...40 {
        group.addTask {
          scene.expose(number...number)
          await analytics.flush()
        }
      }
    }
    #expect(scene.arrived.sorted() == (1...40).visitors.sorted())
    #expect(scene.pending == 0)
    await analytics.close()
  }

  @Test("6, 7, 8: every request is an object with its ids and its type, also from the background")
  func everyRequest() async throws {
    let scene = try DefectFixture()
    scene.expose(1...1)
    scene.testing.host.enterBackground()
    await scene.testing.host.untilBackgroundTimeEnds()
    scene.expose(2...2)
    await scene.testing.analytics.flush()
    #expect(scene.arrived == (1...2).visitors)
    for request in scene.network.requests {
      let body = request.json?.members ?? [:]
      #expect(body["accountId"] == "10001")
      #expect(body["projectId"] == "20002")
      #expect(request.header("Content-Type") == "application/json")
      #expect(request.url.host == "20002.metrics.convertexperiments.com")
    }
    await scene.testing.analytics.close()
  }

  @Test(
    "8: a retry waits for the time of Retry-After, and occurs at once when the network returns"
  )
  func backOff() async throws {
    let scene = try DefectFixture()
    scene.network.answerNext(.status(503, headers: ["Retry-After": "100"]))
    let clock = scene.testing.clock
    scene.expose(1...1)
    await scene.testing.analytics.flush()
    // The back-off of at most a second is added to the requested time.
    await clock.waitForSleeper(forSeconds: 100...101)
    #expect(clock.sleepers == 1)
    clock.advance(bySeconds: 50)
    scene.expose(2...2)
    #expect(clock.sleepers == 1)
    #expect(clock.nextDue.map((50...51).contains) == true)
    // An attempt without a network would be an additional request.
    scene.network.isOffline = true
    scene.testing.host.isOnline = false
    clock.advance(bySeconds: 500)
    scene.network.isOffline = false
    scene.testing.host.isOnline = true
    _ = await scene.network.requests(atLeast: 2)
    await scene.testing.analytics.flush()
    #expect(scene.network.requests.map(\.visitorIDs) == [["v1"], ["v1"], ["v2"]])
    await scene.testing.analytics.close()
  }

  @Test("10: going to the background sends waiting reports, and requests time until they are sent")
  func background() async throws {
    let network = RecordingTransport()
    let gate = GatedTransport(network)
    let scene = try DefectFixture(network, transport: gate)
    scene.expose(1...2)
    scene.testing.host.enterBackground()
    _ = await network.requests(atLeast: 1)
    #expect(scene.testing.host.backgroundTimes == 1)
    gate.open()
    await scene.testing.host.untilBackgroundTimeEnds()
    #expect(scene.arrived == (1...2).visitors)
    #expect(scene.pending == 0)
    await scene.testing.analytics.close()
  }

  @Test("10a: a report during a request is not lost when the request succeeds")
  func newerThanTheRequest() async throws {
    let network = RecordingTransport()
    let gate = GatedTransport(network)
    let scene = try DefectFixture(network, transport: gate)
    scene.expose(1...1)
    scene.testing.host.enterBackground()
    _ = await network.requests(atLeast: 1)
    scene.expose(2...2)
    scene.testing.host.enterBackground()
    gate.open()
    await scene.testing.host.untilBackgroundTimeEnds()
    await scene.testing.analytics.flush()
    #expect(scene.arrived == (1...2).visitors)
    await scene.testing.analytics.close()
  }

  @Test("10b: the ledger counts sent reports, also when sending fails in the background")
  func account() async throws {
    let scene = try DefectFixture()
    scene.network.answerNext(.status(500))
    scene.expose(1...2)
    scene.testing.host.enterBackground()
    await scene.testing.host.untilBackgroundTimeEnds()
    let ledger = scene.testing.analytics.ledger()
    #expect(ledger.destinations.map(\.delivered) == [0])
    #expect(ledger.destinations.map(\.pending) == [2])
    #expect(ledger.balances)
    await scene.testing.analytics.flush()
    #expect(scene.testing.analytics.ledger().destinations.map(\.delivered) == [2])
    await scene.testing.analytics.close()
  }

  @Test("11: a report that the disk refuses is logged, and written when the disk accepts it")
  func fullDisk() async throws {
    let scene = try DefectFixture()
    scene.expose(1...1)
    scene.testing.storage.isFull = true
    scene.expose(2...2)
    #expect(scene.testing.analytics.ledger().storageProblem == .noSpace)
    scene.testing.storage.isFull = false
    await scene.testing.analytics.flush()
    await scene.testing.analytics.flush()
    #expect(scene.arrived == (1...2).visitors)
    await scene.testing.analytics.close()
  }

  @Test("12: withdrawn consent also stops recorded reports")
  func withdrawn() async throws {
    let scene = try DefectFixture()
    scene.expose(1...2)
    scene.testing.analytics.setConsent(.denied)
    scene.expose(3...3)
    scene.testing.analytics.setConsent(.granted)
    await scene.testing.analytics.flush()
    #expect(scene.arrived == [])
    scene.expose(5...5)
    await scene.testing.analytics.flush()
    #expect(scene.arrived == ["v5"])
    await scene.testing.analytics.close()
  }

  @Test(
    "12: with tracking off no report is kept; earlier reports arrive, in this launch or the next"
  )
  func trackingOff() async throws {
    let scene = try DefectFixture()
    scene.expose(1...2)
    scene.experiments.setTrackingEnabled(false)
    scene.expose(3...4)
    #expect(scene.pending == 2)
    await scene.testing.analytics.flush()
    #expect(scene.arrived == (1...2).visitors)
    scene.experiments.setTrackingEnabled(true)
    scene.expose(4...5)
    scene.experiments.setTrackingEnabled(false)
    let second = try await scene.relaunch()
    second.experiments.setTrackingEnabled(false)
    await second.testing.analytics.flush()
    #expect(scene.arrived == ["v1", "v2", "v4", "v5"])
    await second.testing.analytics.close()
  }

  @Test("JavaScript: after a failed request the number of waiting reports begins another one again")
  func sizeTrigger() async throws {
    let scene = try DefectFixture()
    scene.network.answerNext(.status(503))
    scene.expose(1...20)
    _ = await scene.network.requests(atLeast: 1)
    scene.expose(21...45)
    // The first request is repeated, with ten visitors per request, followed by the others.
    while scene.network.requests.count < 6 {
      scene.testing.clock.advanceToNextSleeper()
      await Task.yield()
    }
    #expect(Set(scene.arrived) == Set((1...45).visitors))
    await scene.testing.analytics.close()
  }

  @Test("Android: no network at all keeps reports, and so does the start of the next process")
  func noNetwork() async throws {
    let scene = try DefectFixture()
    scene.network.isOffline = true
    scene.expose(1...2)
    await scene.testing.analytics.flush()
    let second = try await scene.relaunch()
    second.expose(1...2)
    await second.testing.analytics.flush()
    second.network.isOffline = false
    let before = second.arrived.count
    await second.testing.analytics.flush()
    #expect(second.arrived.dropFirst(before) == (1...2).visitors[...])
    await second.testing.analytics.close()
  }
}
