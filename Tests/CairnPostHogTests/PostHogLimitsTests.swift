import Cairn
import CairnTesting
import Foundation
import Testing

@testable import CairnPostHog

@Suite struct PostHogLimitsTests {
  @Test("a name that is too long is cut, a placeholder identifier left out, and both are counted")
  func cut() async throws {
    let transport = RecordingTransport()
    var destination = PostHogDestination(apiKey: PostHogFixture.key, transport: transport)
    destination.compresses = false
    var configuration = Configuration(destinations: [destination])
    configuration.diagnostics = { _ in }
    configuration.context = []
    let analytics = Analytics(configuration.testing(clock: ManualClock()))
    let long = String(repeating: "x", count: 201)
    analytics.track(long)
    analytics.identify("Anonymous", traits: ["plan": "pro"])
    await analytics.flush()
    let events = try #require(
      transport.requests.first.flatMap { Value(json: $0.body)?["batch"]?.arrayValue })
    #expect(events[0]["event"] == .string(String(long.dropLast())))
    #expect(events[1]["event"] == "$set")
    #expect(events[1]["distinct_id"] == .string(analytics.anonymousID))
    #expect(events[1]["properties"]?["$set"] == ["plan": "pro"])
    #expect(
      analytics.diagnostics.snapshot().destinations.first?.adjusted == [
        "event name cut to 200 characters": 1, "placeholder user id left out": 1,
      ])
  }

  @Test(
    "placeholder identifiers are recognised in any case, or exactly as listed",
    arguments: [
      ("guest", true), ("GUEST", true), (" id ", true), ("null", true), ("0", true),
      ("NULL", false),
      ("u1", false), ("10", false),
    ])
  func banned(id: String, isBanned: Bool) async {
    let scene = PostHogFixture()
    scene.analytics.identify(id)
    await scene.analytics.flush()
    #expect((scene.events.first?["distinct_id"] != .string(id)) == isBanned)
  }

  @Test("events that PostHog would never accept are refused with the reason, and the others arrive")
  func refused() async {
    let scene = PostHogFixture {
      $0.limits = BatchLimits(bytes: 3_000_000)
    }
    scene.analytics.track("One")
    scene.analytics.track("$create_alias")
    scene.analytics.identify(String(repeating: "u", count: 201))
    scene.analytics.alias("null")
    scene.analytics.reset()
    scene.analytics.track("Two")
    await scene.analytics.flush()
    #expect(scene.events.map { $0["event"] } == ["One", "Two"])
    #expect(
      scene.outcomes == [
        .partial(
          refused: [
            1: "$create_alias is PostHog's own; identify, alias and group send it",
            2: "an identifier is longer than 200 characters",
            3: "the new user id is a placeholder",
          ], again: [])
      ])
  }

  @Test("an event that is longer than PostHog accepts becomes a dead letter before it is sent")
  func bytes() async {
    let transport = RecordingTransport()
    var configuration = Configuration(destinations: [
      PostHogDestination(apiKey: PostHogFixture.key, transport: transport)
    ])
    configuration.maximumEventBytes = 1_000_000
    configuration.diagnostics = { _ in }
    let analytics = Analytics(configuration.testing(clock: ManualClock()))
    analytics.track("Long", ["text": .string(String(repeating: "x", count: 950_000))])
    analytics.track("Short")
    for _ in 1...2 { await analytics.flush() }
    #expect(transport.requests.count == 1)
    #expect(analytics.ledger().destinations.map(\.deadLettered) == [1])
    #expect(analytics.ledger().destinations.map(\.delivered) == [1])
  }
}
