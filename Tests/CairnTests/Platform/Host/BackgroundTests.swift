import Cairn
import CairnTesting
import Testing

/// S-95 … S-99, S-121, S-161, S-165, S-166: the app enters the background.
@Suite final class BackgroundTests: Sendable {
  let clock = ManualClock()
  let host = ManualHost()
  let calls = Locked<[String]>([])

  func launch(
    _ destinations: [any Destination], _ change: (inout Configuration) -> Void = { _ in }
  ) async -> Analytics {
    var configuration = Configuration(destinations: destinations)
    configuration.diagnostics = { _ in }
    configuration.syncPolicy = .never
    change(&configuration)
    configuration = configuration.testing(clock: clock, host: host)
    configuration.seams.files = FaultyFileSystem(TestStorage().files) { [self] call in
      calls.withLock { $0.append(call.name) }
      return .none
    }
    let analytics = Analytics(configuration)
    await analytics.flush()
    return analytics
  }

  @Test("waiting events are delivered, and the time is ended as soon as that is done and no later")
  func delivered() async {
    let server = GatedDestination()
    let analytics = await launch([server])
    for number in 1...3 { analytics.track("Event \(number)") }
    #expect(host.backgroundTimes == 0)
    host.enterBackground()
    #expect(host.backgroundTimes == 1)
    _ = await server.batches(atLeast: 1)
    #expect(host.backgroundTimes == 1)
    server.open()
    await host.untilBackgroundTimeEnds()
    #expect(host.backgroundTimes == 0)
    #expect(analytics.ledger().destinations[0].delivered == 3)
  }

  @Test("a batch that is under way when the app leaves is waited for")
  func underWay() async {
    let server = GatedDestination()
    let analytics = await launch([server]) { $0.flushAt = 1 }
    analytics.track("One")
    _ = await server.batches(atLeast: 1)
    host.enterBackground()
    #expect(host.backgroundTimes == 1)
    server.open()
    await host.untilBackgroundTimeEnds()
    #expect(analytics.ledger().destinations[0].delivered == 1)
  }

  @Test("the time lasts as long as the slowest destination, whatever the others do")
  func several() async {
    let (slow, quick) = (GatedDestination(), RecordingDestination())
    let analytics = await launch([quick, slow])
    analytics.track("One")
    host.enterBackground()
    _ = await quick.outcomes(atLeast: 1)
    _ = await slow.batches(atLeast: 1)
    #expect(host.backgroundTimes == 1)
    slow.open()
    await host.untilBackgroundTimeEnds()
    #expect(analytics.ledger().destinations.map(\.delivered) == [1, 1])
  }

  @Test("expired background time is ended immediately, and undelivered events are not lost")
  func expired() async {
    let server = GatedDestination()
    let analytics = await launch([server]) { $0.syncPolicy = .interval(seconds: 3_600) }
    analytics.track("One")
    host.enterBackground()
    _ = await server.batches(atLeast: 1)
    calls.withLock { $0 = [] }
    analytics.track("Two")
    host.expireBackgroundTime()
    #expect(host.backgroundTimes == 0)
    // The work is done when the handler returns, not later.
    #expect(calls.withLock { $0.contains("sync") })
    let row = analytics.ledger().destinations[0]
    #expect((row.delivered, row.pending) == (0, 2))
    host.enterForeground()
    server.open()
    await analytics.flush()
    #expect(analytics.ledger().destinations[0].delivered == 2)
  }

  @Test("a failed attempt ends the background time, and the next one is not made in the background")
  func failed() async {
    let server = RecordingDestination(answer: { _ in .later(afterSeconds: nil, reason: "x") })
    let analytics = await launch([server])
    analytics.track("One")
    host.enterBackground()
    await host.untilBackgroundTimeEnds()
    #expect(server.batches.count == 1)
    #expect(analytics.ledger().destinations[0].pending == 1)
  }

  @Test("a pause that a server requested is respected, and no time is used for waiting")
  func askedToWait() async {
    let server = RecordingDestination(answer: { _ in .later(afterSeconds: 60, reason: "429") })
    let analytics = await launch([server])
    analytics.track("One")
    await analytics.flush()
    host.enterBackground()
    await host.untilBackgroundTimeEnds()
    #expect(server.batches.count == 1)
  }

  @Test("without a network nothing is tried, and the background time is ended immediately")
  func offline() async {
    let server = RecordingDestination()
    let analytics = await launch([server])
    host.isOnline = false
    analytics.track("One")
    host.enterBackground()
    await host.untilBackgroundTimeEnds()
    #expect(server.batches.isEmpty)
    #expect(analytics.ledger().destinations[0].pending == 1)
  }

  @Test(
    "without waiting events, or without a destination, the background time is ended immediately")
  func nothing() async {
    let server = RecordingDestination()
    let analytics = await launch([server])
    host.enterBackground()
    await host.untilBackgroundTimeEnds()
    #expect(server.batches.isEmpty)
    await analytics.close(flushingForSeconds: 0)
    let alone = await launch([])
    alone.track("One")
    host.enterBackground()
    await host.untilBackgroundTimeEnds()
  }

  @Test("recorded events are on the disk before the time is ended, whatever the interval")
  func synced() async {
    let analytics = await launch([]) { $0.syncPolicy = .interval(seconds: 3_600) }
    analytics.track("One")
    calls.withLock { $0 = [] }
    host.enterBackground()
    await host.untilBackgroundTimeEnds()
    #expect(calls.withLock { $0.contains("sync") })
  }

  @Test("without a sync policy there is no sync, not even in the background")
  func neverSynced() async {
    let analytics = await launch([])
    analytics.track("One")
    calls.withLock { $0 = [] }
    host.enterBackground()
    await host.untilBackgroundTimeEnds()
    host.terminate()
    #expect(!calls.withLock { $0.contains("sync") })
  }

  @Test("when the process is about to end, recorded events are on the disk when the call returns")
  func terminating() async {
    let analytics = await launch([]) { $0.syncPolicy = .interval(seconds: 3_600) }
    analytics.track("One")
    calls.withLock { $0 = [] }
    host.terminate()
    #expect(calls.withLock { $0.contains("sync") })
    await analytics.close(flushingForSeconds: 0)
  }

  @Test("the foreground is a reason to deliver, and so is the next launch")
  func foreground() async {
    let server = RecordingDestination()
    let analytics = await launch([server])
    analytics.track("One")
    host.enterForeground()
    #expect(await server.events(atLeast: 1).count == 1)
    let testing = TestAnalytics(destination: server, host: host)
    testing.host.isOnline = false
    testing.analytics.track("Two")
    let next = await testing.relaunch()
    #expect(server.events.count == 1)
    next.host.isOnline = true
    #expect(await server.events(atLeast: 2).count == 2)
  }

  @Test("a closed SDK gets no more signals")
  func closed() async {
    let analytics = await launch([RecordingDestination()])
    await analytics.close()
    host.enterBackground()
    #expect(host.backgroundTimes == 0)
  }
}
