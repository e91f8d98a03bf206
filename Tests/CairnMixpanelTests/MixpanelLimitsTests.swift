import Cairn
import CairnTesting
import Foundation
import Testing

@testable import CairnMixpanel

@Suite struct MixpanelLimitsTests {
  @Test("values that are too long or too deep are cut, counted by reason, and do not affect others")
  func cut() async throws {
    let transport = RecordingTransport()
    var destination = MixpanelDestination(token: MixpanelFixture.token, transport: transport)
    destination.compresses = false
    var configuration = Configuration(destinations: [destination])
    configuration.diagnostics = { _ in }
    configuration.context = []
    let analytics = Analytics(configuration.testing(clock: ManualClock()))
    let long = String(repeating: "x", count: 256)
    let list = (0..<300).map { Value.int($0) }
    analytics.track(
      long, ["text": .string(long), "list": .array(list), "a": ["b": ["c": ["d": ["e": 1]]]]])
    analytics.track(
      "Many", Dictionary(uniqueKeysWithValues: (0..<300).map { ("p\($0)", Value.int($0)) }))
    analytics.track("Own", ["time": 1, "distinct_id": "x", "token": "t", "ip": "1.2.3.4"])
    analytics.identify("anonymous")
    await analytics.flush()
    let events = try #require(transport.requests.first.flatMap { Value(json: $0.body)?.arrayValue })
    let short = Value.string(String(long.dropLast()))
    #expect(events[0]["event"] == short)
    #expect(events[0]["properties"]?["text"] == short)
    #expect(events[0]["properties"]?["list"]?.arrayValue?.count == 254)
    #expect(events[0]["properties"]?["a"] == ["b": ["c": [:]]])
    #expect(events[1]["properties"]?.objectValue?.count == 253)
    #expect(events[2]["properties"]?["time"]?.intValue == 1_767_225_600_000)
    #expect(events[2]["properties"]?["token"] == nil)
    #expect(events[2]["properties"]?["ip"] == "1.2.3.4")
    #expect(events[3]["properties"]?["$user_id"] == nil)
    #expect(
      analytics.diagnostics.snapshot().destinations.first?.adjusted == [
        "event name cut to 255 characters": 1, "text cut to 255 characters": 1,
        "list cut to 254 elements": 1, "list or object nested too deeply left out": 1,
        "properties beyond 248 left out": 1,
        "property with a name of Mixpanel's own left out": 3,
        "placeholder user id left out": 1,
      ])
  }

  @Test(
    "events that Mixpanel would never accept are refused with the reason, and the others arrive")
  func refused() async {
    let scene = MixpanelFixture()
    scene.analytics.track("One")
    scene.analytics.track("$merge")
    scene.analytics.identify(String(repeating: "u", count: 256))
    scene.analytics.alias("null")
    scene.analytics.reset()
    scene.analytics.track("Two")
    await scene.analytics.flush()
    #expect(scene.records("/import").map { $0["event"] } == ["One", "Two"])
    #expect(
      scene.outcomes == [
        .partial(
          refused: [
            1: "$merge is Mixpanel's own; identify and alias send it",
            2: "an identifier is longer than 255 characters",
            3: "the new user id is a placeholder",
          ], again: [])
      ])
  }

  @Test("an identify that is too old for /track still updates the profile")
  func oldProfile() async {
    let scene = MixpanelFixture(endpoint: .track)
    scene.analytics.identify("u1", traits: ["plan": "pro"])
    // Advancing the clock by days would start a delivery.
    scene.testing.clock.setWall(millisecondsSince1970: 1_767_225_600_000 + 6 * 86_400_000)
    scene.analytics.track("New")
    await scene.analytics.flush()
    #expect(scene.requests == ["/track 1", "/engage 1"])
    #expect(scene.records("/engage").first?["$set"]?["plan"] == "pro")
    let destination = scene.analytics.diagnostics.snapshot().destinations.first
    #expect(destination?.adjusted["event older than five days left out, its profile sent"] == 1)
    #expect(scene.analytics.ledger().destinations.map(\.delivered) == [2])
  }

  @Test("an event that /track would discard for its age becomes a dead letter")
  func tooOld() async {
    let scene = MixpanelFixture(endpoint: .track)
    scene.transport.isOffline = true
    scene.analytics.track("Old")
    await scene.analytics.flush()
    scene.transport.isOffline = false
    scene.testing.clock.advance(bySeconds: 5 * 86_400 + 1)
    scene.analytics.track("New")
    for _ in 1...2 { await scene.analytics.flush() }
    let ledger = scene.analytics.ledger().destinations
    #expect(ledger.map(\.deadLettered) == [1])
    #expect(ledger.map(\.delivered) == [1])
    let old = MixpanelFixture()
    old.transport.isOffline = true
    old.analytics.track("Old")
    await old.analytics.flush()
    old.transport.isOffline = false
    old.testing.clock.advance(bySeconds: 400 * 86_400)
    await old.analytics.flush()
    #expect(old.analytics.ledger().destinations.map(\.delivered) == [1])
  }

  @Test("at most 200 groups are sent in one request")
  func groups() async {
    let scene = MixpanelFixture()
    for number in 0..<250 { scene.analytics.group("g\(number)", traits: ["n": .int(number)]) }
    await scene.analytics.flush()
    #expect(scene.requests == ["/engage 250", "/groups 200", "/groups 50"])
  }
}
