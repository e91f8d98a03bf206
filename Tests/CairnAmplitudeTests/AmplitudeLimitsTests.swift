import Cairn
import CairnTesting
import Foundation
import Testing

@testable import CairnAmplitude

@Suite struct AmplitudeLimitsTests {
  /// Starts the SDK with a destination that counts its adjustments.
  func launch(_ transport: RecordingTransport) -> Analytics {
    var configuration = Configuration(destinations: [
      AmplitudeDestination(apiKey: AmplitudeFixture.key, transport: transport)
    ])
    configuration.diagnostics = { _ in }
    configuration.context = []
    return Analytics(configuration.testing(clock: ManualClock()))
  }

  @Test("long values are cut, counted by reason, and do not affect others")
  func cut() async throws {
    let transport = RecordingTransport()
    let analytics = launch(transport)
    let long = String(repeating: "x", count: 1_025)
    let many = Dictionary(uniqueKeysWithValues: (0..<1_030).map { ("p\($0)", Value.int($0)) })
    analytics.track(long, ["text": .string(long), long: 1])
    analytics.track("Many", many)
    analytics.track("Fine")
    await analytics.flush()
    let events = try #require(
      transport.requests.first.flatMap { Value(json: $0.body)?["events"]?.arrayValue })
    let short = String(long.dropLast())
    #expect(events[0]["event_type"] == .string(short))
    #expect(events[0]["event_properties"] == ["text": .string(short), short: 1])
    #expect(events[1]["event_properties"]?.objectValue?.count == 1_024)
    #expect(events[2]["event_type"] == "Fine")
    #expect(
      analytics.diagnostics.snapshot().destinations.first?.adjusted == [
        "event name cut to 1024 characters": 1, "text cut to 1024 characters": 1,
        "property name cut to 1024 characters": 1, "properties beyond 1024 left out": 1,
      ])
    #expect(analytics.ledger().destinations.first?.delivered == 3)
  }

  @Test(
    "a placeholder identifier is left out, and the event belongs to the device",
    arguments: ["unknown", "NULL", "0", "00000000-0000-0000-0000-000000000000"])
  func banned(id: String) async {
    let transport = RecordingTransport()
    let analytics = launch(transport)
    analytics.identify(id)
    await analytics.flush()
    let body = transport.requests.first.flatMap { Value(json: $0.body) }
    let event = body?["events"]?.arrayValue?.first
    #expect(event?["device_id"] == .string(analytics.anonymousID))
    #expect(event?["user_id"] == nil)
    #expect(
      analytics.diagnostics.snapshot().destinations.first?.adjusted
        == ["placeholder user id left out": 1])
  }

  @Test(
    "events that Amplitude would never accept are refused with the reason, and the others arrive")
  func refused() async {
    let scene = AmplitudeFixture()
    scene.analytics.track("One")
    scene.analytics.track("$identify", ["x": 1])
    scene.analytics.identify(String(repeating: "u", count: 1_025))
    scene.analytics.reset()
    scene.analytics.track("Two")
    await scene.analytics.flush()
    #expect(scene.events.map { $0["event_type"] } == ["One", "Two"])
    #expect(
      scene.outcomes == [
        .partial(
          refused: [1: "$identify is Amplitude's own; identify and group send it"], again: [])
      ])
    // An identifier that no vendor accepts is refused by the call, and does not become the user.
    #expect(scene.analytics.ledger().refused == [.tooLarge: 1])
  }

  @Test("a batch of which nothing is left is not sent")
  func nothing() async {
    let scene = AmplitudeFixture()
    scene.analytics.track("$groupidentify")
    await scene.analytics.flush()
    #expect(scene.transport.requests.isEmpty)
    #expect(scene.analytics.ledger().destinations.map(\.deadLettered) == [1])
  }

  @Test("a body that would be too large is divided before it is sent")
  func bytes() async {
    let scene = AmplitudeFixture { $0.limits = BatchLimits(events: 100, bytes: 4_000_000) }
    let text = String(repeating: "x", count: 1_000)
    let properties = Dictionary(
      uniqueKeysWithValues: (0..<30).map { ("p\($0)", Value.string(text)) })
    for _ in 0..<40 { scene.analytics.track("Large", properties) }
    while scene.analytics.ledger().destinations.contains(where: { $0.pending > 0 }) {
      await scene.analytics.flush()
    }
    #expect(scene.outcomes.first == .split)
    #expect(scene.transport.requests.allSatisfy { $0.body.count < 1_000_000 })
    #expect(scene.events.count == 40)
    #expect(scene.analytics.ledger().destinations.map(\.delivered) == [40])
  }

  @Test("groups that are two events each are divided where that is too many")
  func events() async {
    let scene = AmplitudeFixture { $0.limits = BatchLimits(events: 1_500, bytes: 4_000_000) }
    for number in 0..<1_100 { scene.analytics.group("g\(number)", traits: ["n": .int(number)]) }
    for _ in 1...3 { await scene.analytics.flush() }
    #expect(scene.outcomes.first == .split)
    #expect(scene.bodies.allSatisfy { $0["events"]?.arrayValue?.count ?? 0 < 2_000 })
    #expect(scene.events.count == 2_200)
  }
}
