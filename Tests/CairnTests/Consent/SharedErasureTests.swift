import Cairn
import CairnTesting
import Testing

/// Several processes in one folder: an erasure by one process applies to the others.
@Suite struct SharedErasureTests {
  let scene = ConsentFixture()

  @Test("data that another process erased is not restored, and later events are delivered")
  func other() async throws {
    let one = await scene.launch()
    let two = await scene.launch()
    scene.leave(one, events: 5)
    scene.leave(two, events: 5)
    try await one.erase()
    #expect(scene.files() == [])
    // The process has not detected the erasure yet: the event goes to a file without a reachable
    // name.
    two.track(ConsentFixture.needle)
    #expect(scene.files() == [])
    scene.clock.advance(bySeconds: 1)
    two.track("After")
    #expect(two.anonymousID == one.anonymousID && two.userID == nil)
    #expect(await two.flush().isComplete)
    #expect(scene.files() == [])
    #expect(scene.server.events.compactMap { $0.fields?["event"] as? String } == ["After"])
    #expect(one.ledger().balances && two.ledger().balances)
    await one.close()
    await two.close()
    #expect(scene.files() == [])
  }

  @Test(
    "events of another process that are unsynced or in memory at an erasure are not written again")
  func unsynced() async throws {
    let one = await scene.launch()
    let two = await scene.launch { $0.syncPolicy = .everyEvent }
    let three = await scene.launch { $0.seams.segmentBytes = 4_096 }
    for analytics in [two, three] { scene.leave(analytics, events: 3) }
    try await one.erase()
    // A sync, and the end of a segment, detect that the files are gone.
    for _ in 0..<40 { three.track("After") }
    for _ in 0..<3 { two.track("After") }
    #expect(scene.files() == [])
    _ = await two.flush()
    _ = await three.flush()
    #expect(scene.files() == [])
    #expect(scene.server.events.allSatisfy { !$0.text.contains("needle") })
    for analytics in [one, two, three] {
      #expect(analytics.ledger().balances)
      await analytics.close()
    }
    #expect(scene.files() == [])
  }

  @Test(
    "a decision in another process is detected within a second of recording, and before a delivery")
  func heard() async {
    let one = await scene.launch()
    let two = await scene.launch()
    two.track("Before")
    one.setConsent(.pending)
    await two.flush()
    #expect(scene.server.batches.isEmpty)
    one.setConsent(.denied)
    scene.clock.advance(bySeconds: 1)
    #expect(two.track("After") == nil)
    #expect(two.consent == .denied)
    await one.close()
    await two.close()
    #expect(scene.server.batches.isEmpty)
  }
}
