import Cairn
import CairnTesting
import Testing

/// The system deletes the journal while the app does not run, as tvOS may.
@Suite struct PurgedJournalTests {
  let scene = ContextFixture()
  let settings = MemoryDevice()
  let host = ManualHost()

  func start() -> Analytics {
    scene.startWithoutContext {
      $0.seams.purgeRecord = settings
      $0.seams.host = host
      $0.flushAt = 100_000
    }
  }

  /// Deletes the folder of the instance, and whatever else the app has in Caches.
  func purge() throws {
    try scene.storage.files.removeAll("/test")
  }

  func codes() -> [String] { scene.said.withLock { $0 } }

  @Test(
    "the ledger counts the events that were pending in the background, in every later launch",
    arguments: ["background", "expiry", "termination", "close"])
  func counted(end: String) async throws {
    let first = start()
    host.isOnline = false
    for _ in 1...3 { first.track("Lost") }
    switch end {
    case "background":
      host.enterBackground()
      await host.untilBackgroundTimeEnds()
    case "expiry": first.engine?.handle(.suspending)
    case "termination": host.terminate()
    default: break
    }
    if end == "close" {
      await first.close(flushingForSeconds: 0)
    } else {
      // Before the test's own end of the process, which stores it too.
      #expect(settings.text("cairn.key-ef46db3751d8e999.journal") == "3 0")
      await scene.kill(first)
    }
    try purge()
    host.isOnline = true
    let second = start()
    #expect(second.ledger().purged == 3)
    #expect(codes().count { $0 == "journal.purged" } == 1)
    second.track("Kept")
    #expect(await second.flush().isComplete)
    #expect(second.ledger().balances)
    await second.close()
    let third = start()
    #expect(third.ledger().purged == 3)
    #expect(codes().count { $0 == "journal.purged" } == 1)
    await third.close()
    try purge()
    let fourth = start()
    #expect(fourth.ledger().purged == 3)
    #expect(codes().count { $0 == "journal.purged" } == 2)
    await fourth.close()
    #expect(scene.events().names == ["Kept"])
  }

  @Test(
    "a first start, an erasure and an existing journal do not count as a deletion by the system")
  func none() async throws {
    let first = start()
    first.track("One")
    host.isOnline = false
    host.enterBackground()
    await host.untilBackgroundTimeEnds()
    try await first.erase()
    await scene.kill(first)
    let second = start()
    second.track("Two")
    second.setConsent(.denied)
    await second.close(flushingForSeconds: 0)
    let third = start()
    #expect(third.ledger().purged == 0)
    await third.close(flushingForSeconds: 0)
    #expect(!codes().contains("journal.purged"))
  }

  @Test("a folder that cannot be read, as before the first unlock, is not taken for a deleted one")
  func unreadable() async {
    let first = start()
    host.isOnline = false
    first.track("One")
    await first.close(flushingForSeconds: 0)
    scene.storage.problem = .locked
    let second = start()
    #expect(second.ledger().purged == 0)
    scene.storage.problem = nil
    await second.close(flushingForSeconds: 0)
    #expect(!codes().contains("journal.purged"))
  }

  @Test("the periodic loss report has the number of deleted events")
  func reported() async throws {
    settings.set("7 2", for: "cairn.key-ef46db3751d8e999.journal")
    let analytics = scene.startWithoutContext {
      $0.seams.purgeRecord = settings
      $0.lossReportInterval = 3_600
    }
    await scene.clock.waitForSleeper(forSeconds: 1...3_600)
    for _ in 1...5 { scene.clock.advance(bySeconds: 900) }
    let isReported = await eventually {
      await scene.delivered(by: analytics).contains { $0.properties["purged"] == 9 }
    }
    #expect(isReported)
    await analytics.close()
  }
}
