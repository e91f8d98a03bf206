import Cairn
import CairnTesting
import Testing

/// A documented behaviour of other SDKs: after a number of attempts, the next one waits for a
/// flush.
@Suite struct RoundsTests {
  let clock = ManualClock()
  let storage = TestStorage()

  func launch(_ server: RecordingDestination) async -> Analytics {
    var configuration = Configuration(destinations: [server])
    configuration.flushAt = 3
    configuration.retry = .b2metric
    return await CairnTests.launch(configuration, clock, storage)
  }

  func failures(_ count: Int) -> RecordingDestination {
    let answers = Locked(count)
    return RecordingDestination(answer: { _ in
      answers.withLock { left in
        left -= 1
        return left < 0 ? .accepted : .later(afterSeconds: nil, reason: "status 500")
      }
    })
  }

  /// Makes the attempts of a round fail.
  func fail(_ server: RecordingDestination) async {
    for (number, seconds) in [1.0, 2, 4].enumerated() {
      _ = await server.batches(atLeast: number + 1)
      await clock.waitForSleeper(forSeconds: seconds...seconds)
      clock.advance(bySeconds: seconds)
    }
    _ = await server.batches(atLeast: 4)
    await clock.waitForSleeper(forSeconds: 30...30)
  }

  @Test(
    "after status 500 a batch is tried after 1, 2 and 4 s, then stored, and sent 30 s later"
  )
  func nextFlush() async {
    let server = failures(4)
    let analytics = await launch(server)
    for number in 1...3 { analytics.track("Event \(number)") }
    await fail(server)
    #expect(analytics.ledger().destinations[0].pending == 3)
    clock.advance(bySeconds: 30)
    let batches = await server.batches(atLeast: 5)
    #expect(batches.map(\.attempt) == [0, 1, 2, 3, 4])
    #expect(Set(batches.map(\.key)).count == 1)
    await analytics.flush()
    #expect(analytics.ledger().destinations[0].delivered == 3)
  }

  @Test("after the attempts have ended, the next batch sends the stored one first")
  func nextBatch() async {
    let server = failures(4)
    let analytics = await launch(server)
    for number in 1...3 { analytics.track("Event \(number)") }
    await fail(server)
    for number in 4...6 { analytics.track("Event \(number)") }
    let batches = await server.batches(atLeast: 6)
    #expect(batches[4].key == batches[0].key)
    #expect(batches[5].events.count == 3)
  }

  @Test(
    "after the attempts have ended, the next launch or the return of the network sends the batch",
    arguments: [true, false])
  func nextLaunch(isLaunch: Bool) async {
    let server = failures(4)
    let analytics = await launch(server)
    for number in 1...3 { analytics.track("Event \(number)") }
    await fail(server)
    if isLaunch {
      await analytics.engine?.stop()
      _ = await launch(server)
    } else {
      analytics.engine?.handle(.offline)
      analytics.engine?.handle(.online)
    }
    let batches = await server.batches(atLeast: 5)
    #expect(batches[4].key == batches[0].key)
    #expect(batches[4].attempt == 4)
  }

  @Test("events of ten minutes offline are not tried meanwhile, and all are sent afterwards")
  func tenMinutesOffline() async {
    let server = failures(0)
    let analytics = await launch(server)
    analytics.engine?.handle(.offline)
    for number in 1...3 { analytics.track("Event \(number)") }
    for _ in 0..<10 {
      clock.advance(bySeconds: 60)
      let result = await analytics.flush()
      #expect(result.destinations[0].problem == "offline")
    }
    #expect(server.batches.isEmpty)
    analytics.engine?.handle(.online)
    let batches = await server.batches(atLeast: 1)
    let names = batches.flatMap(\.events).compactMap { $0.fields?["event"] as? String }
    #expect(names == ["Event 1", "Event 2", "Event 3"])
  }

  @Test("a server's Retry-After is stored across launches, and so is the number of attempts")
  func retryAfterAcrossLaunches() async {
    let server = failures(0)
    let first = await launch(server)
    server.answerNext(.later(afterSeconds: 60, reason: "status 429"))
    for number in 1...3 { first.track("Event \(number)") }
    _ = await server.batches(atLeast: 1)
    await clock.waitForSleeper(forSeconds: 60...60)
    await first.engine?.stop()
    clock.advance(bySeconds: 20)
    var configuration = Configuration(destinations: [server])
    configuration.syncPolicy = .never
    let second = Analytics(configuration.testing(clock: clock, storage: storage))
    await clock.waitForSleeper(forSeconds: 40...40)
    second.engine?.handle(.online)
    await clock.waitForSleeper(forSeconds: 40...40)
    #expect(server.batches.count == 1)
    clock.advance(bySeconds: 40)
    let batches = await server.batches(atLeast: 2)
    #expect(batches[1].key == batches[0].key)
    #expect(batches[1].attempt == 1)
  }
}
