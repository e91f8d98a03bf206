import Cairn
import CairnTesting
import Testing

/// P3 without external events: recorded events are delivered after a fault has ended, by the
/// passing of time alone.
@Suite struct LivenessTests {
  /// The temporary failure of the disk.
  enum Trouble: String, CaseIterable, Sendable {
    case full, consentUnreadable, cursorUnwritable, cursorUnlockable, bodyUnwritable, syncFails
    case journalUnreadable

    var plan: LivenessFixture.Plan {
      switch self {
      case .full: { $0.name == "write" || $0.name == "create" ? .fail(28) : .none }
      case .consentUnreadable: { $0.path.hasSuffix("/consent") ? .fail(24) : .none }
      case .cursorUnwritable: { $0.path.hasSuffix("/state") ? .fail(5) : .none }
      case .cursorUnlockable: { $0.name == "lock" ? .fail(5) : .none }
      case .bodyUnwritable: { $0.path.hasSuffix(".body") ? .fail(13) : .none }
      case .syncFails: { $0.name == "sync" ? .fail(5) : .none }
      case .journalUnreadable:
        { $0.name == "open" && $0.path.contains("/log/") ? .fail(5) : .none }
      }
    }
  }

  let scene = LivenessFixture()
  let server = RecordingDestination()

  private func count(_ ids: [EventID?]) -> Int { ids.count { $0 != nil } }

  @Test(
    "events recorded while the disk fails are delivered when it works again",
    .timeLimit(.minutes(60)),
    arguments: Trouble.allCases, [1, 20])
  func afterFault(_ trouble: Trouble, flushAt: Int) async {
    let analytics = scene.launch([server]) { $0.flushAt = flushAt }
    var recorded = count([analytics.track("Before")])
    #expect(await scene.timeBrings { server.acceptedEvents.count == 1 })
    // The SDK is at rest, and no event waits.
    #expect(await scene.timeBrings { analytics.ledger().destinations[0].pending == 0 })
    scene.fail(trouble.plan)
    recorded += count((1...3).map { analytics.track("During \($0)") })
    for _ in 0..<20 { await scene.pass(seconds: 1) }
    scene.fail(nil)
    #expect(recorded == 4)
    #expect(
      await scene.timeBrings { server.acceptedEvents.count >= recorded },
      "\(trouble): \(server.acceptedEvents.count) of \(recorded), \(analytics.ledger())")
    #expect(Set(server.acceptedEvents.map(\.id)).count == recorded)
    await analytics.close(flushingForSeconds: 0)
  }

  @Test(
    "an event that the disk did not accept at first blocks no later one", .timeLimit(.minutes(60)))
  func laterOnes() async {
    let analytics = scene.launch([server]) { $0.flushAt = 1 }
    analytics.track("Before")
    #expect(await scene.timeBrings { analytics.ledger().destinations[0].delivered == 1 })
    scene.fail(Trouble.full.plan)
    analytics.track("During")
    #expect(analytics.ledger().buffered == 1)
    // The workers check for events.
    for _ in 0..<3 { await scene.pass(seconds: 0.001) }
    scene.fail(nil)
    #expect(await scene.timeBrings { analytics.ledger().buffered == 0 })
    for number in 1...5 { analytics.track("After \(number)") }
    #expect(
      await scene.timeBrings { server.acceptedEvents.count >= 7 },
      "\(server.acceptedEvents.count) of 7, \(analytics.ledger())")
    await analytics.close(flushingForSeconds: 0)
  }

  @Test(
    "after an event that a full journal refused, every destination still gets events",
    .timeLimit(.minutes(60)))
  func refused() async {
    let down = RecordingDestination(name: "down")
    down.isOffline = true
    let analytics = scene.launch([server, down]) { configuration in
      configuration.flushAt = 1
      configuration.journal.bytes = 65_536
      configuration.journal.whenFull = .dropNewest
    }
    let padding = Value.string(String(repeating: "x", count: 900))
    var recorded = 0
    while analytics.ledger().refused[.journalFull] == nil {
      recorded += count([analytics.track("Event", ["padding": padding])])
      // Each event is delivered before the next one is recorded.
      #expect(await scene.timeBrings { server.acceptedEvents.count >= recorded })
    }
    #expect(analytics.track("Refused", ["padding": padding]) == nil)
    for _ in 0..<3 { await scene.pass(seconds: 0.001) }
    down.isOffline = false
    #expect(await scene.timeBrings { down.acceptedEvents.count >= recorded })
    #expect(
      await scene.timeBrings {
        recorded += count([analytics.track("After", ["padding": padding])])
        return server.acceptedEvents.count > recorded - 5 && down.acceptedEvents.count == recorded
      })
    #expect(
      await scene.timeBrings { server.acceptedEvents.count == recorded },
      "\(server.acceptedEvents.count) of \(recorded)")
    await analytics.close(flushingForSeconds: 0)
  }

  @Test(
    "events that wait for another process are delivered when it has ended", .timeLimit(.minutes(60))
  )
  func leaseHeld() async {
    let gate = Gate()
    let holder = scene.launch([HeldDestination(gate)]) { $0.flushAt = 1 }
    holder.track("Theirs")
    await gate.untilEntered(1)
    let server = RecordingDestination(name: "gated")
    let analytics = scene.launch([server]) { $0.flushAt = 1 }
    analytics.track("Ours")
    for _ in 0..<20 { await scene.pass(seconds: 1) }
    #expect(server.batches.isEmpty)
    await holder.close(flushingForSeconds: 0)
    #expect(await scene.timeBrings { server.acceptedEvents.count == 2 })
    await analytics.close(flushingForSeconds: 0)
  }
}
