import Cairn
import CairnSnowplow
import CairnTesting
import Foundation
import Testing

@Suite("What Snowplow has no room for") struct SnowplowLimitsTests {
  /// Sends one event that is refused between two that are not.
  func refused(_ spoil: (Analytics) -> Void) async throws -> [Outcome] {
    let scene = try SnowplowScene()
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
          refused: [1: "no name of a schema can be made of the event's name"], again: [])
      ])
  }

  @Test("a user's identifier that is too long would be another one if it were cut: refused")
  func user() async throws {
    let user = String(repeating: "u", count: 256)
    #expect(
      try await refused { $0.identify(user) } == [
        .partial(refused: [1: "the user's identifier is longer than 255 characters"], again: [])
      ])
  }

  @Test("an event that the collector would throw away is refused")
  func event() async throws {
    var configuration = Configuration(destinations: [])
    configuration.context = []
    let transport = RecordingTransport()
    let url = try #require(URL(string: "https://example.com"))
    let testing = TestAnalytics(
      configuration,
      deliveringTo: SnowplowDestination(
        collector: url, appID: "shop", schemas: SnowplowSchemas(vendor: "com.acme"),
        transport: transport))
    // Each quotation mark needs a backslash, which needs one itself, in text within text.
    let text = String(repeating: "\"", count: 15_000)
    testing.analytics.track("Large", ["text": .string(text)])
    await testing.analytics.flush()
    #expect(testing.destination.outcomes == [.accepted])
    #expect(transport.requests.map(\.body.count).allSatisfy { $0 < 1_048_576 })
  }

  @Test(
    "a session of somebody without a UUID, and texts that are too long, are left out and counted")
  func leftOut() async throws {
    let long = String(repeating: "x", count: 256)
    let scene = try SnowplowScene(
      context: ["session": ["id": "s", "number": -1], "locale": .string(long)])
    scene.analytics.track("Seen")
    await scene.analytics.flush()
    #expect(scene.events.first?["co"] == nil && scene.events.first?["lang"] == nil)
    #expect(
      scene.adjusted == [
        "session left out whose user is no UUID": 1,
        "locale left out that is longer than 255 characters": 1,
      ])
  }
}
