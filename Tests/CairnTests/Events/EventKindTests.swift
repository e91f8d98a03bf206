import Cairn
import CairnTesting
import Testing

@Suite struct EventKindTests {
  let clock = ManualClock()
  let storage = TestStorage()
  let server = RecordingDestination()

  func launch() async -> Analytics {
    await CairnTests.launch(Configuration(destinations: [server]), clock, storage)
  }

  @Test("each call arrives as in the Segment specification")
  func kinds() async throws {
    let analytics = await launch()
    let anonymous = analytics.anonymousID
    analytics.track("Opened", ["n": 1])
    analytics.screen("Checkout")
    analytics.identify("user-42", traits: ["plan": "pro"])
    analytics.group("acme", traits: ["size": 3])
    analytics.alias("user-43")
    await analytics.flush()
    let events = try server.events.map { try #require($0.fields) }
    #expect(
      events.map { $0["type"] as? String } == ["track", "screen", "identify", "group", "alias"])
    #expect(events.allSatisfy { $0["anonymousId"] as? String == anonymous })
    #expect(events.map { $0["sequence"] as? Int } == [1, 2, 3, 4, 5])
    #expect(events[0]["event"] as? String == "Opened")
    #expect(events[0]["userId"] == nil)
    #expect(events[1]["name"] as? String == "Checkout")
    #expect(events[2]["userId"] as? String == "user-42")
    #expect((events[2]["traits"] as? [String: String]) == ["plan": "pro"])
    #expect(events[3]["groupId"] as? String == "acme")
    #expect(events[4]["previousId"] as? String == "user-42")
    #expect(events[4]["userId"] as? String == "user-43")
    #expect(events.allSatisfy { ($0["timestamp"] as? String)?.hasSuffix("Z") == true })
  }

  @Test("the user is known in the next launch, until reset")
  func identityLasts() async {
    let first = await launch()
    first.identify("user-1")
    let anonymous = first.anonymousID
    let second = await launch()
    #expect(second.userID == "user-1")
    #expect(second.anonymousID == anonymous)
    second.reset()
    let third = await launch()
    #expect(third.userID == nil)
    #expect(third.anonymousID != anonymous)
    #expect(third.anonymousID.count == 36)
  }

  @Test("an empty name or identifier is refused and counted, and changes no identity")
  func empty() async {
    let analytics = await launch()
    analytics.identify("user-1")
    analytics.track("")
    analytics.screen("")
    analytics.identify("")
    analytics.group("")
    analytics.alias("")
    #expect(analytics.ledger().refused == [.nameMissing: 5])
    #expect(analytics.userID == "user-1")
  }

  struct Tagger: Enricher {
    func enrich(_ event: inout Event) {
      event.properties["tag"] = "yes"
      event.context["screen"] = ["width": 320]
    }
  }

  @Test("enrichers change events before they are written")
  func enrichers() async throws {
    var configuration = Configuration(destinations: [server])
    configuration.enrichers = [Tagger()]
    let analytics = await CairnTests.launch(configuration, clock)
    analytics.track("Opened")
    await analytics.flush()
    let event = try #require(server.events.last?.fields)
    #expect((event["properties"] as? [String: String]) == ["tag": "yes"])
    #expect((event["context"] as? [String: [String: Int]])?["screen"]?["width"] == 320)
  }
}
