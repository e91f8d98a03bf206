import Cairn
import CairnSnowplow
import CairnTesting
import Testing

@Suite("The requests to a Snowplow collector") struct SnowplowMappingTests {
  /// Returns the descriptions in `ue_pr` of each sent event.
  static func subjects(_ scene: SnowplowFixture) -> [Value] {
    scene.events.map { Value(json: ($0["ue_pr"]?.stringValue ?? "").utf8)?["data"] ?? .null }
  }

  static func entities(_ event: Value?) -> [Value] {
    Value(json: (event?["co"]?.stringValue ?? "").utf8)?["data"]?.arrayValue ?? []
  }

  @Test("each call is a self-describing event, with the schema of its name")
  func calls() async throws {
    let scene = try SnowplowFixture()
    scene.testing.recordAllKinds()
    #expect(await scene.analytics.flush().isComplete)
    let screen = try #require(scene.events[1]["eid"])
    let own = "iglu:com.acme/"
    #expect(
      Self.subjects(scene) == [
        described(
          own + "order_completed/jsonschema/1-0-0",
          ["revenue": 39.95, "items": [2], "gift": nil, "paid": true]),
        described(
          "iglu:com.snowplowanalytics.mobile/screen_view/jsonschema/1-0-0",
          ["name": "Checkout", "id": screen, "type": "sheet"]),
        described(own + "identify/jsonschema/1-0-0", ["plan": "pro"]),
        described(own + "group/jsonschema/1-0-0", ["group_id": "g1", "seats": 7]),
        described(own + "alias/jsonschema/1-0-0", ["previous_id": "u1"]),
      ])
    #expect(scene.events.map { $0["uid"] } == [nil, nil, "u1", "u1", "u2"])
    #expect(scene.adjusted == ["properties left out that Snowplow's schema does not have": 1])
  }

  @Test("every value of a payload is text, with the user, the place and the time")
  func fields() async throws {
    let scene = try SnowplowFixture()
    scene.analytics.track("Seen")
    await scene.analytics.flush()
    var event = try #require(scene.events.first?.objectValue)
    #expect(event.values.allSatisfy { $0.stringValue != nil })
    #expect(EventID(event.removeValue(forKey: "eid")?.stringValue ?? "") != nil)
    event["ue_pr"] = nil
    event["co"] = nil
    #expect(
      event == [
        "e": "ue", "p": "mob", "aid": "shop", "tna": "ns", "tv": "cairn-0.1.0",
        "dtm": "1767225600000", "stm": "1767225600000", "lang": "de-DE", "tz": "Europe/Berlin",
        "res": "402x874", "duid": .string(scene.analytics.anonymousID),
      ])
  }

  @Test("session, app and device are entities")
  func entities() async throws {
    let scene = try SnowplowFixture()
    scene.analytics.track("Seen")
    await scene.analytics.flush()
    #expect(
      Self.entities(scene.events.first) == [
        described(
          "iglu:com.snowplowanalytics.snowplow/client_session/jsonschema/1-0-2",
          [
            "userId": .string(scene.analytics.anonymousID),
            "sessionId": "01935b6d-f1a4-7c02-8f0b-6c1d2e3f4a5b", "sessionIndex": 12,
            "previousSessionId": nil, "storageMechanism": "LOCAL_STORAGE",
          ]),
        described(
          "iglu:com.snowplowanalytics.mobile/application/jsonschema/1-0-0",
          ["version": "4.1", "build": "1207"]),
        described(
          "iglu:com.snowplowanalytics.snowplow/mobile_context/jsonschema/1-0-3",
          [
            "osType": "ios", "osVersion": "19.1.0", "deviceManufacturer": "Apple",
            "deviceModel": "iPhone17,1", "networkType": "wifi",
          ]),
      ])
  }

  @Test("without context there is neither an entity nor a field that would be empty")
  func noContext() async throws {
    let scene = try SnowplowFixture(context: [:])
    scene.analytics.track("Seen")
    await scene.analytics.flush()
    let event = try #require(scene.events.first?.objectValue)
    #expect(
      event.keys.sorted() == [
        "aid", "dtm", "duid", "e", "eid", "p", "stm", "tna", "tv", "ue_pr",
      ])
    #expect(event["p"] == "app" && event["tv"] == "cairn")
  }

  @Test(
    "data outside Snowplow's schemas, also of the context, becomes an entity of the app"
  )
  func own() async throws {
    let schemas = SnowplowSchemas(
      vendor: "com.acme", events: ["Seen": "iglu:org.other/seen/jsonschema/2-1-0"],
      entities: ["campaign": "iglu:com.acme/campaign/jsonschema/1-0-0"],
      properties: "iglu:com.acme/properties/jsonschema/1-0-0")
    let scene = try SnowplowFixture(context: ["campaign": ["source": "news"]], schemas: schemas)
    scene.analytics.track("Seen", ["n": 1])
    scene.analytics.screen("Home", ["tab": 2])
    await scene.analytics.flush()
    #expect(
      Self.subjects(scene).first == described("iglu:org.other/seen/jsonschema/2-1-0", ["n": 1]))
    let campaign = described("iglu:com.acme/campaign/jsonschema/1-0-0", ["source": "news"])
    #expect(
      scene.events.map(Self.entities) == [
        [campaign],
        [campaign, described("iglu:com.acme/properties/jsonschema/1-0-0", ["tab": 2])],
      ])
    #expect(scene.adjusted.isEmpty)
  }

  @Test("a UUID of the previous screen is in Snowplow's field, and other values are with the rest")
  func previousScreen() async throws {
    let properties = "iglu:com.acme/properties/jsonschema/1-0-0"
    let scene = try SnowplowFixture(
      context: [:], schemas: SnowplowSchemas(vendor: "com.acme", properties: properties))
    let id: Value = "8f14e45f-ceea-467f-a5d1-6b0a6f3a7c11"
    scene.analytics.screen("Home", ["previousId": id])
    scene.analytics.screen("Home", ["previousId": "cart"])
    await scene.analytics.flush()
    #expect(Self.subjects(scene).map { $0["data"]?["previousId"] } == [id, nil])
    #expect(
      scene.events.map(Self.entities) == [[], [described(properties, ["previousId": "cart"])]])
  }

  @Test("the SDK's own events about the app have Snowplow's schemas")
  func lifecycle() async throws {
    let scene = try SnowplowFixture()
    scene.analytics.track("Application Installed", ["version": "4.1", "build": "1207"])
    scene.analytics.track("Application Opened", ["version": "4.1", "build": "1207"])
    scene.analytics.track("Application Backgrounded")
    scene.analytics.track(
      "Deep Link Opened", ["url": "https://example.com/a?utm_source=news", "referrer": "app:b"])
    await scene.analytics.flush()
    let snowplow = "iglu:com.snowplowanalytics."
    let link: [String: Value] = [
      "url": "https://example.com/a?utm_source=news", "referrer": "app:b",
    ]
    #expect(
      Self.subjects(scene) == [
        described(snowplow + "mobile/application_install/jsonschema/1-0-0", [:]),
        described(snowplow + "snowplow/application_foreground/jsonschema/1-0-0", [:]),
        described(snowplow + "snowplow/application_background/jsonschema/1-0-0", [:]),
        described(snowplow + "mobile/deep_link_received/jsonschema/1-0-0", link),
      ])
    #expect(scene.events.last?["url"] == link["url"])
    #expect(scene.events.last?["refr"] == "app:b")
    #expect(scene.adjusted.isEmpty)
  }

  @Test(
    "a schema's name is derived from the event's",
    arguments: [
      ("Order Completed", "order_completed"), ("orderCompleted", "order_completed"),
      ("  HTTP/2 – used!  ", "http_2_used"), ("a__b", "a_b"), ("Größe 2", "gr_e_2"),
    ])
  func names(name: String, word: String) async throws {
    let scene = try SnowplowFixture()
    scene.analytics.track(name)
    await scene.analytics.flush()
    #expect(
      Self.subjects(scene) == [described("iglu:com.acme/\(word)/jsonschema/1-0-0", [:])])
  }
}

func described(_ schema: String, _ data: [String: Value]) -> Value {
  ["schema": .string(schema), "data": .object(data)]
}

extension SnowplowFixture {
  /// The payloads of all requests, in order.
  var events: [Value] { bodies.flatMap { Value(json: $0)?["data"]?.arrayValue ?? [] } }
}
