import Cairn
import CairnMixpanel
import CairnTesting
import Foundation
import Testing

/// Compares calls with the requests that mixpanel 5.4.1 sent for them.
@Suite struct MixpanelGoldenTests {
  /// The differences from it, each with the reason.
  static let event = [
    "0.properties.$device_id": "an app's events have a device, which is merged with the user",
    "0.properties.$insert_id": "our events have UUIDs with dashes",
    "0.properties.$lib_version": "another library",
    "0.properties.$user_id": "projects with the simplified merging of users want it",
    "0.properties.ip": "no place is looked up, as the client's ip=0 says for /track alone",
    "0.properties.mp_lib": "another library",
    "0.properties.time": "another time; milliseconds, for a fraction is no integer",
    "0.properties.token": "the project's own",
  ]
  static let imported = event.merging([
    "0.properties.token": "it is in the credentials, and not in what is stored"
  ]) { $1 }
  static let profile = ["0.$time": "another time"]

  static func recorded(_ path: String) throws -> Value {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures/official-python-clients.json")
    let all = try #require(Value(json: try Data(contentsOf: file))?.arrayValue)
    let one = all.first { $0["client"] == "mixpanel" && $0["path"] == .string(path) }
    return try opened(one?["body"])
  }

  /// Returns the JSON in the client's form.
  static func opened(_ body: Value?) throws -> Value {
    let form = try #require(body?.stringValue).replacingOccurrences(of: "+", with: " ")
    let fields = try #require(URLComponents(string: "?\(form)".replacing(" ", with: "%20")))
    let data = try #require(fields.queryItems?.first { $0.name == "data" }?.value)
    return try #require(Value(json: data.utf8))
  }

  func scene(_ endpoint: MixpanelDestination.Endpoint) -> MixpanelFixture {
    MixpanelFixture(
      endpoint: endpoint, context: ["library": ["name": "cairn", "version": "0.1.0"]])
  }

  @Test(
    "each field of an event to /track equals the official client's, except listed differences"
  )
  func track() async throws {
    let scene = scene(.track)
    scene.analytics.identify("u1")
    await scene.analytics.flush()
    scene.analytics.track("Order Completed", ["revenue": 39.95])
    await scene.analytics.flush()
    let ours = Value.array(scene.records("/track").suffix(1))
    #expect(
      JSONDifferences.paths(ours, try Self.recorded("/track")) == Self.event.keys.sorted())
  }

  @Test(
    "each field of an event to /import equals the official client's, except listed differences"
  )
  func imports() async throws {
    let scene = scene(.import)
    scene.analytics.identify("u1")
    await scene.analytics.flush()
    scene.analytics.track("Imported", ["x": 1])
    await scene.analytics.flush()
    let ours = Value.array(scene.records("/import").suffix(1))
    #expect(
      JSONDifferences.paths(ours, try Self.recorded("/import")) == Self.imported.keys.sorted())
  }

  @Test("a profile equals the official client's, field by field, except for the listed differences")
  func profile() async throws {
    let scene = scene(.track)
    scene.analytics.identify("u1", traits: ["plan": "pro"])
    await scene.analytics.flush()
    var ours = Value.array(scene.records("/engage"))
    let token = try #require(ours.arrayValue?.first?["$token"])
    #expect(token == .string(MixpanelFixture.token))
    ours = .array([
      .object((ours.arrayValue?[0].objectValue ?? [:]).merging(["$token": "TOKEN"]) { $1 })
    ])
    #expect(
      JSONDifferences.paths(ours, try Self.recorded("/engage")) == Self.profile.keys.sorted())
  }
}
