import Cairn
import CairnTesting
import Testing

/// I19: erased data is gone, in all forms and on all threads; counters continue.
@Suite struct ErasureTests {
  let scene = ConsentFixture()

  /// Creates dead letters, a sealed body, waiting events, entries about settled events, and a user.
  func fill(_ analytics: Analytics, events: Int = 50) async {
    analytics.track(ConsentFixture.needle + " Poison")
    scene.server.answerNext(.refused("bad"), .later(afterSeconds: nil, reason: "down"))
    await analytics.flush()
    scene.leave(analytics, events: events - 1)
    await analytics.flush()
    #expect(!scene.files().isEmpty)
  }

  @Test(
    "a denial leaves nothing on the disk but the decision, the counters and the installation's mark"
  )
  func denied() async throws {
    let analytics = await scene.launch {
      $0.destinations = [SealingDestination(), RecordingDestination()]
    }
    analytics.track("Poison " + ConsentFixture.needle)
    await analytics.flush()
    scene.leave(analytics, events: 30)
    await analytics.flush()
    let before = analytics.anonymousID
    #expect(scene.files().count >= 3)
    #expect(!scene.files(holding: before).isEmpty)
    analytics.setConsent(.denied)
    #expect(analytics.track(ConsentFixture.needle) == nil)
    await analytics.close()
    #expect(scene.files() == [])
    #expect(scene.files(holding: before) == [])
    let kept: Set = [
      "consent", "v1/ballast", "v1/dest/recording/state", "v1/dest/sealing/state", "v1/install",
    ]
    #expect(
      Set(scene.allFiles).subtracting(["v1/ballast"])
        == kept.subtracting(["v1/ballast"]))
    let row = try #require(analytics.ledger()["sealing"])
    #expect(row.dropped == [.erased: 30] && row.deadLettered == 1 && row.accepted == 31)
    #expect(analytics.ledger().balances)
  }

  @Test("denied and granted again records as another user, across launches")
  func grantedAgain() async {
    let first = await scene.launch()
    scene.leave(first, events: 5)
    let before = first.anonymousID
    first.setConsent(.denied)
    await first.close()
    let second = await scene.launch()
    #expect(second.track("No") == nil)
    #expect(second.anonymousID != before)
    second.setConsent(.granted)
    let after = second.anonymousID
    second.track("Yes")
    #expect(await second.flush().isComplete)
    #expect(scene.server.events.compactMap { $0.fields?["event"] as? String } == ["Yes"])
    #expect(scene.server.events.first?.fields?["anonymousId"] as? String == after)
    #expect(second.ledger()["server"]?.dropped == [.erased: 5])
    #expect(second.ledger().balances)
    await second.close()
    let third = await scene.launch()
    #expect(third.anonymousID == after)
    await third.close()
  }

  @Test("a denial directly followed by a grant loses no event that was recorded in between")
  func quickly() async {
    let analytics = await scene.launch()
    for round in 1...20 {
      analytics.track("Old")
      analytics.setConsent(.denied)
      analytics.setConsent(.granted)
      analytics.track("New \(round)")
      while !(await analytics.flush().isComplete) {}
    }
    let names = scene.server.events.compactMap { $0.fields?["event"] as? String }
    #expect(analytics.ledger().refused == [:])
    #expect(names == (1...20).map { "New \($0)" })
    #expect(analytics.ledger()["server"]?.dropped == [.erased: 20])
    #expect(analytics.ledger().balances)
    await analytics.close()
  }

  @Test("pending and then denied erases the waiting events")
  func pending() async {
    let analytics = await scene.launch(.pending)
    scene.leave(analytics, events: 10)
    analytics.setConsent(.denied)
    await analytics.close()
    #expect(scene.files() == [])
    #expect(analytics.ledger()["server"]?.dropped == [.erased: 10])
  }

  @Test("erase keeps the decisions and continues with a new identifier")
  func erase() async throws {
    let analytics = await scene.launch()
    analytics.setConsent(.granted)
    await fill(analytics)
    let before = analytics.anonymousID
    try await analytics.erase()
    #expect(scene.files() == [])
    #expect(scene.files(holding: before) == [])
    #expect(analytics.consent == .granted)
    #expect(analytics.userID == nil && analytics.anonymousID != before)
    let delivered = scene.server.acceptedEvents.count
    analytics.track("After")
    while !(await analytics.flush().isComplete) {}
    #expect(scene.server.acceptedEvents.count == delivered + 1)
    #expect(analytics.ledger().balances)
    await analytics.close()
    let later = await scene.launch()
    #expect(later.ledger().balances)
    await later.close()
  }

  @Test("a request in progress is cancelled, and its late answer settles no later event")
  func underWay() async throws {
    let gate = Gate()
    let analytics = await scene.launch { $0.destinations = [HeldDestination(gate)] }
    scene.leave(analytics, events: 3)
    let flush = Task { await analytics.flush() }
    await gate.untilEntered(1)
    try await analytics.erase()
    _ = await flush.value
    #expect(gate.cancelled == 1)
    #expect(scene.files() == [])
    gate.open()
    analytics.track("After")
    while !(await analytics.flush().isComplete) {}
    let row = analytics.ledger()["gated"]
    #expect(row?.dropped == [.erased: 3] && row?.delivered == 1)
    #expect(analytics.ledger().balances)
    await analytics.close()
  }

  @Test(
    "events recorded during an erasure are erased or follow it, and none restores the old user"
  )
  func threads() async throws {
    let analytics = await scene.launch()
    for round in 1...15 {
      let user = "\(ConsentFixture.needle)-\(round)"
      analytics.identify(user)
      let old = analytics.anonymousID
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<4 {
          group.addTask { for number in 0..<60 { analytics.track("Seen", ["n": .int(number)]) } }
        }
        group.addTask { try? await analytics.erase() }
      }
      #expect(scene.files(holding: user) == [])
      #expect(scene.files(holding: old) == [])
      #expect(analytics.ledger().balances)
    }
    #expect(await analytics.flush().isComplete)
    await analytics.close()
  }

  @Test("events that wait in memory for a full disk are erased too")
  func spilled() async throws {
    let analytics = await scene.launch()
    scene.storage.isFull = true
    scene.leave(analytics, events: 5)
    #expect(analytics.ledger().buffered > 0)
    scene.storage.isFull = false
    try await analytics.erase()
    #expect(analytics.ledger().buffered == 0)
    analytics.track("After")
    #expect(await analytics.flush().isComplete)
    #expect(scene.files() == [])
    #expect(scene.server.acceptedEvents.count == 1)
    await analytics.close()
  }

  @Test("journals of other installations in the folder are erased, and their marks stay")
  func setAside() async throws {
    let first = await scene.launch()
    scene.leave(first, events: 5)
    await first.close(flushingForSeconds: 0)
    let copy = ConsentFixture(scene.storage.copyOnAnotherDevice())
    copy.server.isOffline = true
    let other = await copy.launch()
    #expect(!copy.files().isEmpty)
    try await other.erase()
    #expect(copy.files() == [])
    other.track("After")
    await other.close(flushingForSeconds: 0)
    copy.server.isOffline = false
    let again = await copy.launch()
    #expect(await again.flush().isComplete)
    #expect(copy.server.acceptedEvents.count == 1)
    #expect(again.ledger().balances)
    await again.close()
  }

  @Test("files that cannot be removed are logged, retried, and prevent all sending")
  func stubborn() async throws {
    let refuses = Locked(true)
    let files = FaultyFileSystem(scene.storage.memory) { call in
      call.name == "remove" && call.path.contains("erased") && refuses.withLock { $0 }
        ? .fail(1) : .none
    }
    let analytics = await scene.launch { $0.seams.files = files }
    scene.leave(analytics, events: 5)
    await #expect(throws: ErasureError.self) { try await analytics.erase() }
    analytics.track("After")
    #expect(await analytics.flush().destinations[0].problem == "everything is being erased")
    #expect(scene.server.batches.isEmpty)
    await analytics.close()
    // The data is not in another launch either.
    let second = await scene.launch { $0.seams.files = files }
    await second.flush()
    #expect(scene.server.batches.isEmpty)
    #expect(scene.said.withLock { $0.count { $0.code == "consent.erase" } } >= 2)
    refuses.withLock { $0 = false }
    while scene.server.events.isEmpty {
      scene.clock.advanceToNextSleeper()
      await second.flush()
    }
    #expect(scene.files() == [])
    #expect(scene.server.events.count == 1)
    await second.close()
  }

  @Test(
    "if a folder cannot be moved for a moment, events are recorded again after the retries",
    .timeLimit(.minutes(60)), arguments: 1...5)
  func stuckForAMoment(failures: Int) async throws {
    let left = Locked(0)
    let files = FaultyFileSystem(scene.storage.memory) { call in
      guard call.name == "move" else { return .none }
      return left.withLock { left in
        defer { left = max(0, left - 1) }
        return left > 0 ? .fail(5) : .none
      }
    }
    let analytics = await scene.launch { $0.seams.files = files }
    scene.leave(analytics, events: 5)
    left.withLock { $0 = failures }
    let isErased = (try? await analytics.erase()) != nil
    #expect(!isErased || analytics.track("After") != nil)
    // A flush would complete the erasure; time alone has to.
    while analytics.track("After") == nil {
      scene.clock.advanceToNextSleeper()
      await Task.yield()
    }
    await analytics.flush()
    #expect(scene.files() == [])
    #expect(analytics.ledger().balances)
    await analytics.close()
  }

  @Test("if a folder cannot be moved, nothing is recorded beside the data to be erased")
  func stuck() async throws {
    let refuses = Locked(true)
    let files = FaultyFileSystem(scene.storage.memory) { call in
      call.name == "move" && refuses.withLock { $0 } ? .fail(5) : .none
    }
    let analytics = await scene.launch { $0.seams.files = files }
    scene.leave(analytics, events: 5)
    await #expect(throws: ErasureError.self) { try await analytics.erase() }
    #expect(analytics.track("Meanwhile") == nil)
    #expect(analytics.ledger().refused == [.erased: 1])
    refuses.withLock { $0 = false }
    try await analytics.erase()
    analytics.track("After")
    #expect(await analytics.flush().isComplete)
    #expect(scene.server.events.count == 1 && scene.files() == [])
    #expect(analytics.ledger().balances)
    await analytics.close()
  }
}

/// Refuses bad events and accepts no others; its bodies are the events.
struct SealingDestination: Destination {
  let name = "sealing"

  func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
    Array(events.map(\.text).joined(separator: "\n").utf8)
  }

  func deliver(_ batch: Batch) async -> Outcome {
    batch.events.contains { $0.text.contains("Poison") }
      ? .refused("bad") : .later(afterSeconds: nil, reason: "down")
  }
}
