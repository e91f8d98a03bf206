import Cairn
import CairnTesting
import Testing

@Suite struct UpdatesTests {
  let clock = ManualClock()
  let server = RecordingDestination()

  func launch() async -> Analytics {
    await CairnTests.launch(Configuration(destinations: [server]), clock)
  }

  @Test("a snapshot arrives at once, then one each interval, and the last when the SDK is closed")
  func interval() async {
    let analytics = await launch()
    let updates = analytics.diagnostics.updates(every: .seconds(77))
    let seen = Task {
      var seen: [UInt64] = []
      for await snapshot in updates { seen.append(snapshot.recorded) }
      return seen
    }
    await clock.waitForSleeper(forSeconds: 77...77)
    analytics.track("One")
    clock.advance(bySeconds: 77)
    await clock.waitForSleeper(forSeconds: 77...77)
    analytics.track("Two")
    analytics.track("Three")
    await analytics.close()
    #expect(await seen.value == [0, 1, 3])
  }

  @Test("a slow reader gets the newest snapshot, and missed ones are skipped")
  func slow() async {
    let analytics = await launch()
    var updates = analytics.diagnostics.updates(every: .seconds(10)).makeAsyncIterator()
    #expect(await updates.next()?.recorded == 0)
    analytics.track("One")
    clock.advance(bySeconds: 35)
    #expect(await updates.next()?.recorded == 1)
    let asked = Task { [updates] in
      var updates = updates
      return await updates.next()?.recorded
    }
    await clock.waitForSleeper(forSeconds: 10...10)
    analytics.track("Two")
    clock.advance(bySeconds: 10)
    #expect(await asked.value == 2)
    await analytics.close()
  }

  @Test("a cancelled task waits no longer")
  func cancelled() async {
    let analytics = await launch()
    let updates = analytics.diagnostics.updates(every: .seconds(77))
    let task = Task {
      var count = 0
      for await _ in updates { count += 1 }
      return count
    }
    await clock.waitForSleeper(forSeconds: 77...77)
    task.cancel()
    #expect(await task.value == 1)
    await analytics.close()
  }

  @Test("a release of the SDK ends the updates, and two loops do not disturb each other")
  func released() async {
    var analytics: Analytics? = await launch()
    let updates = analytics?.diagnostics.updates(every: .seconds(77))
    let tasks = (0..<2).map { _ in
      Task {
        var count = 0
        if let updates { for await _ in updates { count += 1 } }
        return count
      }
    }
    analytics = nil
    for task in tasks { #expect(await task.value >= 1) }
  }

  @Test("after the end there is one last snapshot")
  func afterClose() async {
    let analytics = await launch()
    await analytics.close()
    var count = 0
    for await _ in analytics.diagnostics.updates(every: .zero) { count += 1 }
    #expect(count == 1)
  }
}
