import Cairn
import CairnTesting
import Testing

@Suite struct OldestPendingTests {
  let clock = ManualClock()
  let storage = TestStorage()
  let server = RecordingDestination()

  func launch() async -> Analytics {
    await CairnTests.launch(Configuration(destinations: [server]), clock, storage)
  }

  func age(_ analytics: Analytics) -> Duration? {
    analytics.diagnostics.snapshot().oldestPendingAge
  }

  @Test("the first event after a rest ages from its time, not from the beginning of its segment")
  func rest() async {
    let analytics = await launch()
    analytics.track("Early")
    await analytics.flush()
    #expect(age(analytics) == nil)
    clock.advance(bySeconds: 3_600)
    analytics.track("Late")
    await clock.waitForSleeper(forSeconds: 30...30)
    clock.advance(bySeconds: 12)
    #expect(age(analytics) == .seconds(12))
  }

  @Test("a batch that is tried again ages with its first event")
  func batch() async {
    let analytics = await launch()
    server.answerNext(
      .later(afterSeconds: 3_600, reason: "down"), .later(afterSeconds: 3_600, reason: "down"))
    analytics.track("First")
    await clock.waitForSleeper(forSeconds: 30...30)
    clock.advance(bySeconds: 10)
    analytics.track("Second")
    await analytics.flush()
    clock.advance(bySeconds: 100)
    #expect(age(analytics) == .seconds(110))
    await analytics.flush()
    #expect(age(analytics) == .seconds(110))
    await analytics.flush()
    #expect(age(analytics) == nil)
  }

  @Test("an event of an earlier run continues to age, before and after an attempt")
  func earlierRun() async {
    let down = RecordingDestination(answer: { _ in .later(afterSeconds: 7_200, reason: "down") })
    let configuration = Configuration(destinations: [down])
    let first = await CairnTests.launch(configuration, clock, storage)
    first.track("Left")
    await first.close(flushingForSeconds: 0)
    clock.advance(bySeconds: 1_000)
    let second = await CairnTests.launch(configuration, clock, storage)
    #expect(age(second) == .seconds(1_000))
  }

  @Test(
    "an event that arrives during a request has waited at most since the last event of that batch")
  func during() async {
    let running = Locked<Analytics?>(nil)
    let busy = RecordingDestination(
      answer: { [clock] batch in
        clock.advance(bySeconds: 5)
        if batch.events.count == 1 { running.withLock { $0 }?.track("During") }
        clock.advance(bySeconds: 5)
        return .accepted
      })
    let analytics = await CairnTests.launch(
      Configuration(destinations: [busy]), clock, TestStorage())
    running.withLock { $0 = analytics }
    analytics.track("One")
    await analytics.flush()
    clock.advance(bySeconds: 7)
    #expect(age(analytics) == .seconds(17))
    running.withLock { $0 = nil }
    await analytics.close(flushingForSeconds: 0)
  }
}
