import Cairn
import CairnTesting
import Testing

/// Events of another process of the same folder, found by a process that is at rest.
@Suite struct NeighbourEventsTests {
  let scene = LivenessFixture()
  let server = RecordingDestination()

  /// Launches the process under test, and brings it to rest after an event of its own.
  private func rest(
    host: ManualHost = ManualHost(), _ change: (inout Configuration) -> Void = { _ in }
  ) async -> Analytics {
    let analytics = scene.launch([server], host: host) {
      $0.lifecycleEvents = []
      change(&$0)
    }
    analytics.track("Ours")
    #expect(await scene.timeBrings { server.acceptedEvents.count == 1 })
    #expect(await scene.timeBrings { pending(analytics) == 0 })
    return analytics
  }

  /// Launches a process that does not deliver by itself, and records three events there.
  private func neighbour(_ destination: any Destination) -> Analytics {
    let analytics = scene.launch([destination]) {
      $0.lifecycleEvents = []
      ($0.flushAt, $0.flushInterval) = (10_000, 86_400)
    }
    for number in 1...3 { analytics.track("Theirs \(number)") }
    return analytics
  }

  /// Returns whether all four events are delivered within a minute.
  private func deliversAll() async -> Bool {
    await scene.timeBrings(within: 60) { server.acceptedEvents.count == 4 }
  }

  private func pending(_ analytics: Analytics) -> UInt64? {
    analytics.ledger().destinations.first?.pending
  }

  @Test(
    "a destination at rest delivers events of another process that a new destination has found",
    .timeLimit(.minutes(60)))
  func found() async {
    let analytics = await rest()
    let other = neighbour(RecordingDestination())
    await analytics.addDestination(RecordingDestination(name: "second"))
    #expect(await deliversAll(), "\(analytics.ledger())")
    #expect(await scene.timeBrings(within: 60) { pending(analytics) == 0 })
    await other.close(flushingForSeconds: 0)
    await analytics.close(flushingForSeconds: 0)
  }

  @Test(
    "events that another process has recorded and delivered do not stay pending in the ledger",
    .timeLimit(.minutes(60)))
  func delivered() async {
    let analytics = await rest()
    let theirs = RecordingDestination()
    let other = neighbour(theirs)
    #expect(await other.flush().isComplete)
    #expect(theirs.acceptedEvents.count == 3)
    await analytics.addDestination(RecordingDestination(name: "second"))
    #expect(
      await scene.timeBrings(within: 60) { pending(analytics) == 0 }, "\(analytics.ledger())")
    #expect(analytics.ledger().destinations[0].delivered == 4)
    #expect(analytics.ledger().balances)
    #expect(server.acceptedEvents.count == 1)
    await other.close(flushingForSeconds: 0)
    await analytics.close(flushingForSeconds: 0)
  }

  @Test(
    "an app delivers its extension's events when it enters the foreground or the background",
    .timeLimit(.minutes(60)), arguments: [true, false])
  func signal(isForeground: Bool) async {
    let host = ManualHost()
    let analytics = await rest(host: host)
    let other = neighbour(RecordingDestination())
    await other.close(flushingForSeconds: 0)
    if isForeground { host.enterForeground() } else { host.enterBackground() }
    #expect(await deliversAll(), "\(analytics.ledger())")
    await analytics.close(flushingForSeconds: 0)
  }

  @Test(
    "the check for events that are too old finds those of a process that has ended",
    .timeLimit(.minutes(60)))
  func pruned() async {
    let analytics = await rest { $0.journal.age = 86_400 }
    let other = neighbour(RecordingDestination())
    await other.close(flushingForSeconds: 0)
    #expect(await deliversAll(), "\(analytics.ledger())")
    await analytics.close(flushingForSeconds: 0)
  }

  @Test(
    "a destination whose attempts have failed is not tried more often because others record",
    .timeLimit(.minutes(60)))
  func exhausted() async {
    let analytics = await rest {
      $0.journal.age = 86_400
      $0.retry = RetryPolicy(maximumAttempts: 1)
      ($0.flushAt, $0.flushInterval) = (1, 3_600)
    }
    server.isOffline = true
    analytics.track("Ours, again")
    #expect(await scene.timeBrings { server.batches.count == 2 })
    let other = neighbour(RecordingDestination())
    for number in 1...30 {
      other.track("Theirs, later \(number)")
      await scene.pass(seconds: 10)
    }
    #expect(server.batches.count == 2)
    await other.close(flushingForSeconds: 0)
    await analytics.close(flushingForSeconds: 0)
  }

  @Test("an instance that is closed and released is no longer in memory when its timers have ended")
  func released() async {
    let journal = await closed()
    for _ in 0..<20 { await scene.pass(seconds: 100) }
    #expect(journal() == nil)
  }

  /// Returns the journal of a closed instance, as long as anything keeps it in memory.
  private func closed() async -> () -> Journal? {
    let analytics = scene.launch([server, RecordingDestination(name: "second")])
    analytics.track("Ours")
    await analytics.flush()
    await analytics.close()
    weak let journal = analytics.engine?.journal
    #expect(journal != nil)
    return { journal }
  }
}
