import Cairn
import CairnTesting
import Testing

/// Events with a duration.
@Suite struct TimedEventTests {
  let scene = ContextScene()

  func start(_ change: (inout Configuration) -> Void = { _ in }) -> Analytics {
    scene.startWithoutContext(change)
  }

  func durations(of analytics: Analytics) async -> [Value?] {
    await scene.delivered(by: analytics).map { $0.properties["duration"] }
  }

  @Test("an ended event has the seconds since its start, besides its own properties")
  func duration() async {
    let analytics = start()
    analytics.startEvent("Video Watched")
    scene.clock.advance(bySeconds: 63.25)
    analytics.track("Paused")
    #expect(analytics.endEvent("Video Watched", ["title": "Intro"]) != nil)
    let title: String? = "Outro"
    analytics.endEvent("Video Watched", ["title": title])
    let events = await scene.delivered(by: analytics)
    #expect(events.names == ["Paused", "Video Watched", "Video Watched"])
    #expect(events[0].properties == [:])
    #expect(events[1].properties == ["title": "Intro", "duration": 63.25])
    #expect(events[2].properties == ["title": "Outro"], "it was ended already")
    await analytics.close()
  }

  @Test("an event that is started again counts from then; a cancelled one has no duration")
  func again() async {
    let analytics = start()
    analytics.startEvent("One")
    analytics.startEvent("Two")
    scene.clock.advance(bySeconds: 10)
    analytics.startEvent("One")
    analytics.cancelEvent("Two")
    scene.clock.advance(bySeconds: 5)
    analytics.endEvent("One")
    analytics.endEvent("Two")
    #expect(await durations(of: analytics) == [5.0, nil])
    await analytics.close()
  }

  @Test("a start is kept across launches, however the process ends, and ends once")
  func launches() async {
    let first = start()
    first.startEvent("Import")
    // Not closed, as after a kill.
    scene.clock.advance(bySeconds: 3_600)
    let second = start()
    second.endEvent("Import")
    await second.close()
    let third = start()
    third.endEvent("Import")
    #expect(await durations(of: third) == [3_600.0, nil])
    await third.close()
    await first.close()
  }

  @Test(
    "after the maximum there is no duration; up to it there is", arguments: [-1, 0, 60, 86_400])
  func maximum(seconds: Double) async {
    let analytics = start()
    for isOver in [false, true] {
      analytics.startEvent("One", maximumSeconds: seconds)
      scene.clock.advance(bySeconds: max(0, seconds) + (isOver ? 0.001 : 0))
      analytics.endEvent("One")
    }
    #expect(await durations(of: analytics) == [.double(max(0, seconds)), nil])
    await analytics.close()
  }

  @Test("any maximum is accepted", arguments: [.nan, .infinity, -.infinity, 1e300] as [Double])
  func strangeMaximum(seconds: Double) async {
    let analytics = start()
    analytics.startEvent("One", maximumSeconds: seconds)
    scene.clock.advance(bySeconds: 1)
    analytics.endEvent("One")
    let isEndless = seconds > 0
    #expect(await durations(of: analytics) == [isEndless ? 1.0 : nil])
    await analytics.close()
  }

  @Test("a duration of the event's own is kept")
  func own() async {
    let analytics = start()
    analytics.startEvent("One")
    scene.clock.advance(bySeconds: 5)
    analytics.endEvent("One", ["duration": "long"])
    analytics.endEvent("One")
    #expect(await durations(of: analytics) == ["long", nil])
    await analytics.close()
  }

  @Test("a reset discards all starts")
  func reset() async {
    let analytics = start()
    analytics.startEvent("One")
    analytics.reset()
    analytics.endEvent("One")
    #expect(await durations(of: analytics) == [nil])
    await analytics.close()
  }

  @Test("an erasure discards all starts, also those on the disk")
  func erasure() async throws {
    let first = start()
    first.startEvent("One")
    try await first.erase()
    await first.close()
    let second = start()
    second.endEvent("One")
    #expect(await durations(of: second) == [nil])
    await second.close()
  }

  @Test("without consent nothing is started")
  func denied() async {
    let analytics = start { $0.defaultConsent = .denied }
    analytics.startEvent("One")
    analytics.setConsent(.granted)
    analytics.endEvent("One")
    #expect(await durations(of: analytics) == [nil])
    #expect(analytics.ledger().recorded == 1)
    await analytics.close()
  }

  @Test("of more than 64 starts the oldest is discarded; super properties are not touched")
  func many() async {
    let analytics = start()
    analytics.superProperties.register(["plan": "pro", "cairn.timers": 1])
    for number in 0...EventTimers.most {
      analytics.startEvent("Event \(number)")
      scene.clock.advance(bySeconds: 1)
    }
    analytics.endEvent("Event 0")
    analytics.endEvent("Event 1")
    let events = await scene.delivered(by: analytics)
    #expect(events.map(\.properties) == [["plan": "pro"], ["plan": "pro", "duration": 64.0]])
    #expect(analytics.superProperties.current == ["plan": "pro"])
    analytics.superProperties.removeAll()
    analytics.endEvent("Event 2")
    #expect(await durations(of: analytics).last == 63.0)
    await analytics.close()
  }
}
