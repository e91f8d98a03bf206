import Cairn
import CairnSnowplow
import CairnTesting
import Counterparts
import Testing

@Suite("Snowplow's own schemas", .needsPython, .needsVendorSchemas) struct SnowplowSchemaTests {
  /// Returns the problems of the bodies, and the URIs of schemas that are not published or not
  /// available.
  func faults(of bodies: [[UInt8]]) async throws -> Set<String> {
    Set(
      try await Python.run(
        "validate_snowplow.py", [VendorSchemas.path("iglu")], lines: bodies))
  }

  @Test("bodies of every call keep to the schemas: the payload's, the event's and the entities'")
  func valid() async throws {
    let scene = try SnowplowFixture()
    scene.testing.recordAllKinds()
    await scene.analytics.flush()
    #expect(
      try await faults(of: scene.bodies) == [
        "unknown iglu:com.acme/order_completed/jsonschema/1-0-0",
        "unknown iglu:com.acme/identify/jsonschema/1-0-0",
        "unknown iglu:com.acme/group/jsonschema/1-0-0",
        "unknown iglu:com.acme/alias/jsonschema/1-0-0",
        "unknown iglu:com.snowplowanalytics.mobile/application/jsonschema/1-0-0",
      ])
  }

  @Test("the check detects errors")
  func invalid() async throws {
    let screen = "iglu:com.snowplowanalytics.mobile/screen_view/jsonschema/1-0-0"
    let event: Value = [
      "schema": "iglu:com.snowplowanalytics.snowplow/unstruct_event/jsonschema/1-0-0",
      "data": ["schema": .string(screen), "data": ["name": "Home", "id": "1", "tab": 2]],
    ]
    let body: Value = [
      "schema": "iglu:com.snowplowanalytics.snowplow/payload_data/jsonschema/1-0-4",
      "data": [
        [
          "e": "ue", "p": "mob", "tv": "x", "dtm": 5,
          "ue_pr": .string(String(decoding: event.json, as: UTF8.self)),
        ]
      ],
    ]
    #expect(
      try await faults(of: [body.json]) == [
        "/0/dtm: 5 is not of type 'string'",
        "0/ue_pr/data/: Additional properties are not allowed ('tab' was unexpected)",
        "0/ue_pr/data/id: '1' is not a 'uuid'",
      ])
  }
}
