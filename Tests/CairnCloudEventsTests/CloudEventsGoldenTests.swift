import Cairn
import CairnCloudEvents
import CairnTesting
import Foundation
import Testing

/// Compares an event with the form in the specification of CloudEvents.
@Suite struct CloudEventsGoldenTests {
  /// The differences from it, each with the reason.
  static let differences = [
    "0.anonymousid": "an extension: an app's events have a device",
    "0.eventname": "an extension: the name as the app wrote it",
    "0.id": "another event",
  ]

  static func payload() throws -> Value {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures/cloudevents-batch.json")
    return try #require(Value(json: try Data(contentsOf: file)))
  }

  @Test("a request equals the specification's, field by field, except for the listed differences")
  func body() async throws {
    // 2026-11-21T01:00:00.123Z.
    let clock = ManualClock(millisecondsSince1970: 1_795_222_800_123)
    let scene = try CloudEventsFixture(context: [:], clock: clock)
    scene.analytics.identify("u1")
    await scene.analytics.flush()
    scene.analytics.track("Order Completed", ["revenue": 39.95])
    await scene.analytics.flush()
    let ours = Value(json: try #require(scene.bodies.last))
    #expect(JSONDifferences.paths(ours, try Self.payload()) == Self.differences.keys.sorted())
  }
}
