import Cairn
import CairnTesting
import Testing

@Suite struct TestAnalyticsTests {
  @Test("an event is seen as soon as the call has returned, and nothing is delivered by looking")
  func atOnce() {
    let testing = TestAnalytics()
    for number in 1...5 {
      testing.analytics.track("Event \(number)")
      #expect(testing.events.map(\.name) == (1...number).map { "Event \($0)" })
    }
    #expect(testing.analytics.ledger().recorded == 5)
  }

  @Test("events are seen after they were delivered and their place in the journal was reclaimed")
  func delivered() async {
    let testing = TestAnalytics()
    testing.analytics.track("One")
    await testing.analytics.flush()
    #expect(testing.events.map(\.name) == ["One"])
    #expect(testing.analytics.ledger().destinations[0].delivered == 1)
  }

  @Test("events are seen as enrichers left them, and nothing of the configuration leaves the test")
  func enrichers() async {
    struct Shop: Enricher {
      func enrich(_ event: inout Event) { event.properties["shop"] = "berlin" }
    }
    let elsewhere = RecordingDestination(name: "elsewhere")
    var configuration = Configuration(destinations: [elsewhere])
    configuration.enrichers = [Shop()]
    let testing = TestAnalytics(configuration)
    testing.analytics.track("One", ["n": 1])
    await testing.analytics.flush()
    #expect(testing.events.map(\.properties) == [["n": 1, "shop": "berlin"]])
    #expect(elsewhere.events.isEmpty)
    #expect(testing.analytics.ledger().destinations.map(\.name) == ["recording"])
  }

  @Test("events of record() are visible too, and those that close() refuses are not")
  func recordAndClose() async throws {
    let testing = TestAnalytics()
    try await testing.analytics.record("One")
    await testing.analytics.close(flushingForSeconds: 0)
    testing.analytics.track("Two")
    #expect(testing.events.map(\.name) == ["One"])
    #expect(testing.recorded.refused == [.closed: 1])
  }

  @Test("an event with any Encodable as its properties is seen with their values")
  func encodable() {
    struct Order: Encodable { var total = 99; var items = ["A-1"] }
    let testing = TestAnalytics()
    testing.analytics.track("Order Completed", properties: Order())
    #expect(testing.events.map(\.properties) == [["total": 99, "items": ["A-1"]]])
  }

  @Test("a caller that waits for an event gets it, whether it was recorded before or later")
  func waiting() async throws {
    let testing = TestAnalytics()
    let analytics = testing.analytics
    analytics.track("Before", ["n": 1])
    #expect(try await testing.untilRecorded("Before").properties == ["n": 1])
    async let later = testing.untilRecorded(.track("Later", ["n": 2]))
    analytics.track("Later", ["n": 1])
    analytics.track("Later", ["n": 2])
    #expect(try await later.properties == ["n": 2])
  }

  @Test("a caller that waits in vain gets an error with the nearest recorded event")
  func limit() async throws {
    let testing = TestAnalytics()
    testing.analytics.track("Sync Finishd")
    let error = await #expect(throws: NotRecordedError.self) {
      try await testing.untilRecorded("Sync Finished", within: .milliseconds(1))
    }
    let text = try #require(error?.description)
    #expect(text.hasPrefix("expected track \"Sync Finished\"; it was not recorded.\nNearest:"))
    #expect(text.contains("track \"Sync Finishd\""))
  }

  @Test("a waiting caller gets an error when the test is cancelled")
  func cancelled() async {
    let testing = TestAnalytics()
    let waiting = Task { try await testing.untilRecorded("Never") }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }

  @Test(
    "the next launch has the same installation and user, and delivers the previous launch's events")
  func relaunch() async {
    let first = TestAnalytics()
    first.destination.isOffline = true
    first.analytics.identify("user-1")
    await first.analytics.flush()
    let second = await first.relaunch()
    first.analytics.track("Too Late")
    second.destination.isOffline = false
    second.analytics.track("Next")
    await second.analytics.flush()
    #expect(second.analytics.userID == "user-1")
    #expect(second.analytics.anonymousID == first.analytics.anonymousID)
    #expect(second.events.map(\.name) == ["Next"])
    #expect(
      second.destination.acceptedEvents.compactMap { $0.fields?["type"] as? String }
        == ["identify", "track"])
    #expect(second.analytics.ledger().balances)
  }

  @Test("a launch in the background begins no session until the app enters the foreground")
  func backgroundLaunch() async {
    var configuration = Configuration(destinations: [])
    configuration.sessionTimeout = 1_800
    let first = TestAnalytics(configuration, host: ManualHost(isInForeground: false))
    first.analytics.track("Refreshed")
    #expect(first.analytics.sessionID == nil)
    first.host.enterForeground()
    first.analytics.track("Tapped")
    let session = first.analytics.sessionID
    #expect(session != nil)
    first.host.enterBackground()
    first.clock.advance(bySeconds: 7_200)
    let second = await first.relaunch(inBackground: true)
    second.analytics.track("Refreshed Again")
    #expect(second.analytics.sessionID == nil)
    let third = await second.relaunch()
    third.analytics.track("Opened")
    #expect(third.analytics.sessionID != nil && third.analytics.sessionID != session)
  }

  @Test("two instances of the kit are independent of each other")
  func apart() {
    let (one, other) = (TestAnalytics(), TestAnalytics())
    one.analytics.track("One")
    #expect(other.events.isEmpty)
    #expect(other.analytics.ledger().recorded == 0)
  }

  @Test(
    "delivery does not start by itself before the interval ends",
    arguments: 0..<50)
  func start(number: Int) async {
    let testing = TestAnalytics()
    testing.destination.answerNext(.later(afterSeconds: 10, reason: "busy"))
    testing.analytics.track("One")
    await testing.analytics.flush()
    #expect(testing.destination.outcomes == [.later(afterSeconds: 10, reason: "busy")])
  }
}
