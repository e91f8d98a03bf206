import Cairn
import CairnAmplitude
import CairnTesting
import Foundation
import Testing

/// Compares an event with the one that amplitude-analytics 1.3.0 sent.
@Suite struct AmplitudeGoldenTests {
  /// The differences from it, each with the reason.
  static let differences = [
    "api_key": "the project's own",
    "events.0.device_id": "our devices have UUIDs",
    "events.0.event_id": "ours are numbered, so that those of one time have an order",
    "events.0.insert_id": "our events have UUIDs",
    "events.0.library": "another library",
    "events.0.time": "another time",
  ]

  static func recorded() throws -> Value {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures/official-python-clients.json")
    let all = try #require(Value(json: try Data(contentsOf: file))?.arrayValue)
    let one = all.first { $0["client"] == "amplitude-analytics" }
    return try #require(one)
  }

  @Test("the body equals the official client's, field by field, except for the listed differences")
  func body() async throws {
    let scene = AmplitudeFixture(context: ["library": ["name": "cairn", "version": "0.1.0"]])
    scene.analytics.identify("user1")
    await scene.analytics.flush()
    scene.analytics.track("Order Completed", ["x": 1])
    await scene.analytics.flush()
    let recorded = try Self.recorded()
    let paths = JSONDifferences.paths(scene.bodies.last, recorded["body"])
    #expect(paths == Self.differences.keys.sorted())
    #expect(scene.transport.requests.last?.url.path == recorded["path"]?.stringValue)
  }

  @Test("the different fields have the official client's type")
  func types() async throws {
    let scene = AmplitudeFixture(context: ["library": ["name": "cairn", "version": "0.1.0"]])
    scene.analytics.track("Order Completed", ["x": 1])
    await scene.analytics.flush()
    let theirs = try #require(try Self.recorded()["body"]?["events"]?.arrayValue?.first)
    let ours = try #require(scene.events.first)
    for name in ["device_id", "insert_id", "library"] {
      #expect(ours[name]?.stringValue != nil && theirs[name]?.stringValue != nil)
    }
    #expect(ours["time"]?.intValue != nil && theirs["time"]?.intValue != nil)
  }
}
