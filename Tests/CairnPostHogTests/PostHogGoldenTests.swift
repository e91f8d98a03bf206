import Cairn
import CairnPostHog
import CairnTesting
import Foundation
import Testing

/// Compares events with those that posthog 7.91.1 sent.
@Suite struct PostHogGoldenTests {
  private static let python = "about the client's own language and machine"

  /// The differences from it, each with the reason.
  static let v0 = [
    "api_key": "the project's own",
    "batch.0.properties.$device_id": "an app's events have a device",
    "batch.0.properties.$is_server": python,
    "batch.0.properties.$lib": "another library",
    "batch.0.properties.$lib_version": "another library",
    "batch.0.properties.$os_distro": python,
    "batch.0.properties.$python_runtime": python,
    "batch.0.properties.$python_version": python,
    "batch.0.timestamp": "another time; milliseconds, and Z for the zone",
    "batch.0.uuid": "another event",
    "sent_at": "another time",
  ]
  static let v1 =
    ["created_at": "another time"].merging(
      (0...2).flatMap { number in
        [
          ("properties.$device_id", "an app's events have a device"),
          ("properties.$is_server", python), ("properties.$os_distro", python),
          ("properties.$python_runtime", python), ("properties.$python_version", python),
          ("session_id", "another session"), ("timestamp", "another time"),
          ("uuid", "another event"),
        ].map { ("batch.\(number).\($0)", $1) }
      }
    ) { $1 }

  static func recorded(_ client: String) throws -> Value {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures/official-python-clients.json")
    let all = try #require(Value(json: try Data(contentsOf: file))?.arrayValue)
    return try #require(all.first { $0["client"] == .string(client) })
  }

  static let context: [String: Value] = [
    "library": ["name": "cairn", "version": "0.1.0"], "os": ["name": "Linux", "version": "12"],
  ]

  @Test("the body equals the official client's, field by field, except for the listed differences")
  func body() async throws {
    let scene = PostHogFixture(context: Self.context)
    scene.analytics.identify("u1")
    await scene.analytics.flush()
    scene.analytics.track("Order Completed", ["revenue": 39.95])
    await scene.analytics.flush()
    let recorded = try Self.recorded("posthog")
    #expect(
      JSONDifferences.paths(scene.bodies.last, recorded["body"]) == Self.v0.keys.sorted())
    #expect(scene.transport.requests.last?.url.absoluteString.hasSuffix("/batch/") == true)
  }

  @Test(
    "body and headers of the new interface equal the official client's, except listed differences"
  )
  func v1() async throws {
    let scene = PostHogFixture(version: .v1, context: Self.context, sessionTimeout: 60) {
      $0.profiles = .never
    }
    scene.analytics.identify("u1")
    await scene.analytics.flush()
    for number in 0...2 { scene.analytics.track("E\(number)", ["i": .int(number)]) }
    await scene.analytics.flush()
    let recorded = try Self.recorded("posthog capture_mode=v1")
    #expect(
      JSONDifferences.paths(scene.bodies.last, recorded["body"]) == Self.v1.keys.sorted())
    let request = try #require(scene.transport.requests.last)
    let theirs = try #require(recorded["headers"]?.objectValue)
    #expect(Set(request.headers.map(\.name)) == Set(theirs.keys).subtracting(["Content-Encoding"]))
    #expect(request.url.path == recorded["path"]?.stringValue)
  }
}
