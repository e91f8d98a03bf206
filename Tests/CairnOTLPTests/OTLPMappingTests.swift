import Cairn
import CairnOTLP
import CairnTesting
import Foundation
import Foundation
import Testing

@Suite("The requests to an OTLP receiver") struct OTLPMappingTests {
  @Test("a request has one resource, one scope, and a record an event")
  func request() async throws {
    let scene = try OTLPFixture()
    scene.testing.recordAllKinds()
    #expect(await scene.analytics.flush().isComplete)
    let request = try #require(scene.network.requests.first)
    #expect(request.url.path == "/v1/logs")
    #expect(request.header("Content-Type") == "application/json")
    #expect(request.header("Authorization") == "Bearer 0123456789")
    #expect(scene.resources.count == 1)
    #expect(scene.resources.first?["scopeLogs"]?.arrayValue?.count == 1)
    #expect(
      scene.records.map { $0["eventName"] }
        == ["Order Completed", "screen", "identify", "group", "alias"])
  }

  @Test("the resource is the app on its device, by the semantic conventions")
  func resource() async throws {
    let scene = try OTLPFixture(asContext: true)
    scene.analytics.track("Seen")
    await scene.analytics.flush()
    let resource = try #require(scene.resources.first)
    let attributes = Self.attributes(resource["resource"])
    #expect(attributes["service.name"] == ["stringValue": "shop-ios"])
    #expect(attributes["deployment.environment.name"] == ["stringValue": "test"])
    #expect(attributes["os.name"]?["stringValue"]?.stringValue?.isEmpty == false)
    #expect(attributes["telemetry.distro.name"] == ["stringValue": "cairn"])
    let scope = resource["scopeLogs"]?.arrayValue?.first?["scope"]
    #expect(scope?["name"] == "cairn" && scope?["version"] != nil)
    let record = Self.attributes(scene.records.first)
    #expect(record.keys.filter { $0.hasPrefix("context.os") }.isEmpty)
    #expect(record["context.timezone"] != nil)
  }

  @Test("the environment of the app is in the resource, and in no record")
  func environment() async throws {
    let network = RecordingTransport()
    var configuration = Configuration(destinations: [])
    configuration.environment = "staging"
    let endpoint = try #require(URL(string: "https://example.com"))
    let destination = OTLPDestination(
      endpoint: endpoint, service: "shop", compresses: false, transport: network)
    let testing = TestAnalytics(configuration, deliveringTo: destination)
    testing.analytics.track("Seen")
    await testing.analytics.flush()
    let body = try #require(network.requests.first.flatMap { Value(json: $0.body) })
    let resource = try #require(body["resourceLogs"]?.arrayValue?.first)
    let attributes = Self.attributes(resource["resource"])
    #expect(attributes["deployment.environment.name"] == ["stringValue": "staging"])
    let record = resource["scopeLogs"]?.arrayValue?.first?["logRecords"]?.arrayValue?.first
    #expect(Self.attributes(record).keys.filter { $0.contains("environment") } == [])
    await testing.analytics.close()
  }

  @Test("a record is an event: its time, name, properties and user")
  func record() async throws {
    let scene = try OTLPFixture(context: ["session": ["id": "s1", "number": 3]])
    scene.analytics.track(
      "Seen",
      [
        "text": "ä", "n": .int(.max), "x": 1.5, "on": true, "none": nil, "list": [1, "a"],
        "object": ["b": 1, "a": 2.0],
      ])
    await scene.analytics.flush()
    var record = try #require(scene.records.first?.objectValue)
    var attributes = Self.attributes(.object(record))
    #expect(attributes.removeValue(forKey: "context.launch") != nil)
    record["attributes"] = nil
    let values: [Value] = [
      ["key": "list", "value": ["arrayValue": ["values": [["intValue": "1"], text("a")]]]],
      ["key": "n", "value": ["intValue": "9223372036854775807"]], ["key": "none", "value": [:]],
      [
        "key": "object",
        "value": [
          "kvlistValue": [
            "values": [
              ["key": "a", "value": ["doubleValue": 2.0]],
              ["key": "b", "value": ["intValue": "1"]],
            ]
          ]
        ],
      ], ["key": "on", "value": ["boolValue": true]], ["key": "text", "value": text("ä")],
      ["key": "x", "value": ["doubleValue": 1.5]],
    ]
    #expect(
      record == [
        "timeUnixNano": "1767225600000000000", "observedTimeUnixNano": "1767225600000000000",
        "severityNumber": 9, "severityText": "INFO", "eventName": "Seen",
        "body": ["kvlistValue": ["values": .array(values)]],
      ])
    let id = attributes["event.id"]?["stringValue"]?.stringValue
    #expect(EventID(id ?? "") == scene.testing.destination.events.first?.id)
    #expect(
      attributes == [
        "event.id": text(id ?? ""), "enduser.pseudo.id": text(scene.analytics.anonymousID),
        "session.id": text("s1"), "context.session.number": ["intValue": "3"],
      ])
  }

  @Test("the user, the screen and the group are attributes")
  func subjects() async throws {
    let scene = try OTLPFixture(context: [:])
    scene.testing.recordAllKinds()
    await scene.analytics.flush()
    let anonymous = scene.analytics.anonymousID
    let attributes = scene.records.map(Self.attributes).map { attributes in
      attributes.filter { !["event.id", "context.launch"].contains($0.key) }.mapValues {
        $0["stringValue"]
      }
    }
    let nobody: [String: Value?] = ["enduser.pseudo.id": .string(anonymous)]
    let user = nobody.merging(["user.id": "u1"]) { $1 }
    #expect(
      attributes == [
        nobody, nobody.merging(["app.screen.name": "Checkout"]) { $1 }, user,
        user.merging(["group.id": "g1"]) { $1 },
        user.merging(["user.id": "u2", "user.previous_id": "u1", "group.id": "g1"]) { $1 },
      ])
  }

  @Test("sessions begin and end by their names in the conventions")
  func sessions() async throws {
    let scene = try OTLPFixture()
    scene.analytics.track("Session Started")
    scene.analytics.track("Session Ended")
    await scene.analytics.flush()
    #expect(scene.records.map { $0["eventName"] } == ["session.start", "session.end"])
  }

  static func attributes(_ value: Value?) -> [String: Value] {
    let members = (value?["attributes"]?.arrayValue ?? []).map {
      ($0["key"]?.stringValue ?? "", $0["value"] ?? .null)
    }
    return Dictionary(members, uniquingKeysWith: { $1 })
  }

  private func text(_ text: String) -> Value { ["stringValue": .string(text)] }
}

extension OTLPFixture {
  var resources: [Value] { bodies.flatMap { Value(json: $0)?["resourceLogs"]?.arrayValue ?? [] } }

  /// The records of all requests, in order.
  var records: [Value] {
    resources.flatMap { $0["scopeLogs"]?.arrayValue?.first?["logRecords"]?.arrayValue ?? [] }
  }
}
