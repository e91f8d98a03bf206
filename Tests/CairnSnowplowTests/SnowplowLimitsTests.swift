import Cairn
import CairnSnowplow
import CairnTesting
import Testing

@Suite("Data that does not fit into Snowplow's protocol") struct SnowplowLimitsTests {
  /// Sends a refused event between two accepted ones.
  func refused(_ spoil: (Analytics) -> Void) async throws -> [Outcome] {
    let scene = try SnowplowFixture()
    scene.analytics.track("First")
    spoil(scene.analytics)
    await scene.analytics.flush()
    #expect(scene.events.count == scene.network.requests.count)
    #expect(scene.analytics.ledger().destinations[0].balances)
    return scene.outcomes
  }

  @Test("a name without a letter or digit has no schema: the event is refused, and not the others")
  func name() async throws {
    #expect(
      try await refused { $0.track("注文") } == [
        .partial(
          refused: [1: "no schema name can be made of the event's name"], again: [])
      ])
  }

  @Test("an event whose user identifier is too long is refused")
  func user() async throws {
    let user = String(repeating: "u", count: 256)
    #expect(
      try await refused { $0.identify(user) } == [
        .partial(refused: [1: "the user's identifier is longer than 255 characters"], again: [])
      ])
  }

  @Test("an event that the collector would throw away is refused, and one that just fits is sent")
  func event() async throws {
    let scene = try SnowplowFixture(context: [:], maximumEventBytes: 1_000_000)
    // Each quotation mark has a backslash, and both are escaped again in embedded text.
    for count in [262_500, 260_000] {
      scene.analytics.track("Large", ["text": .string(String(repeating: "\"", count: count))])
    }
    await scene.analytics.flush()
    await scene.analytics.flush()
    #expect(scene.bodies.map { $0.count > 1_000_000 && $0.count < 1_048_576 } == [true])
    let row = scene.analytics.ledger().destinations[0]
    #expect(row.delivered == 1 && row.deadLettered == 1)
  }

  @Test("a request that the collector would not take is divided before it is sent")
  func request() async throws {
    let scene = try SnowplowFixture(
      context: [:], maximumEventBytes: 1_000_000,
      limits: BatchLimits(events: 10, bytes: 10_000_000))
    for _ in 0..<3 {
      scene.analytics.track("Large", ["text": .string(String(repeating: "\"", count: 200_000))])
    }
    for _ in 0..<4 { await scene.analytics.flush() }
    #expect(scene.outcomes.first == .split)
    #expect(scene.bodies.allSatisfy { $0.count < 2_097_152 })
    #expect(scene.analytics.ledger().destinations[0].delivered == 3)
  }

  @Test(
    "a session that its schema would reject is left out, and counted by its error",
    arguments: [
      ("s", 1, "identifier is not a UUID"), (uuid, -1, "number is not in 0 to 2147483647"),
      (uuid, 1 << 31, "number is not in 0 to 2147483647"),
    ])
  func session(id: String, number: Int, fault: String) async throws {
    let scene = try SnowplowFixture(
      context: ["session": ["id": .string(id), "number": .int(number)]])
    scene.analytics.track("Seen")
    await scene.analytics.flush()
    #expect(scene.events.count == 1 && scene.events[0]["co"] == nil)
    #expect(scene.adjusted == ["session left out whose \(fault)": 1])
  }

  @Test("a session of a user without a UUID is left out and counted")
  func sessionOfSomebody() async throws {
    let scene = try SnowplowFixture(
      context: ["session": ["id": .string(Self.uuid), "number": 1]], anonymousID: "somebody")
    scene.analytics.track("Seen")
    await scene.analytics.flush()
    #expect(scene.events.count == 1 && scene.events[0]["co"] == nil)
    #expect(scene.adjusted == ["session left out whose user is not a UUID": 1])
  }

  private static let uuid = "01935b6d-f1a4-7c02-8f0b-6c1d2e3f4a5b"
}

extension SnowplowLimitsTests {
  /// One character of eleven UTF-16 units, which the pipeline counts, because it runs on Java.
  static let family = "👨‍👩‍👧‍👦"

  @Test("lengths are counted as the vendor counts them, not in characters")
  func counted() async throws {
    let user = String(repeating: Self.family, count: 24)
    #expect(
      try await refused { $0.identify(user) } == [
        .partial(refused: [1: "the user's identifier is longer than 255 characters"], again: [])
      ])
    let scene = try SnowplowFixture()
    scene.analytics.identify(String(repeating: Self.family, count: 23))
    await scene.analytics.flush()
    #expect(scene.outcomes == [.accepted])
  }
}
