import Cairn
import CairnSnowplow
import CairnTesting
import Foundation
import Testing

/// Compares an event with the one that snowplow-tracker 1.1.0 sent.
@Suite struct SnowplowGoldenTests {
  /// The differences from it, each with the reason.
  static let differences = [
    "data.0.duid": "our installations have identifiers",
    "data.0.dtm": "another time",
    "data.0.eid": "another event; ours are UUIDs of version 7",
    "data.0.stm": "another time; theirs is cut to seconds",
    "data.0.tv": "another tracker",
  ]

  static func recorded() throws -> Value {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures/official-python-clients.json")
    let all = try #require(Value(json: try Data(contentsOf: file))?.arrayValue)
    return try #require(all.first { $0["client"] == "snowplow" })
  }

  /// Returns the payload with its embedded JSON texts parsed, because white space has no meaning.
  static func opened(_ body: Value?) -> Value? {
    guard var members = body?.objectValue, let events = members["data"]?.arrayValue else {
      return nil
    }
    members["data"] = .array(
      events.map { event in
        var event = event.objectValue ?? [:]
        event["ue_pr"] = event["ue_pr"]?.stringValue.flatMap { Value(json: $0.utf8) }
        return .object(event)
      })
    return .object(members)
  }

  @Test("the body equals the official client's, field by field, except for the listed differences")
  func body() async throws {
    let scene = try SnowplowFixture(context: ["device": ["type": "phone"]])
    scene.analytics.identify("u1")
    await scene.analytics.flush()
    scene.analytics.track("Order", ["revenue": 39.95])
    await scene.analytics.flush()
    let request = try #require(scene.network.requests.last)
    let recorded = try Self.recorded()
    let paths = JSONDifferences.paths(
      Self.opened(Value(json: request.body)), Self.opened(recorded["body"]))
    #expect(paths == Self.differences.keys.sorted())
    #expect(request.url.path == recorded["path"]?.stringValue)
    #expect(
      request.header("Content-Type")?.lowercased()
        == recorded["headers"]?["Content-Type"]?.stringValue)
  }
}
