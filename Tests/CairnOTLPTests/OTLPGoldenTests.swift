import Cairn
import CairnOTLP
import CairnTesting
import Foundation
import Testing

/// Compares an event with the form in the protocol's specification.
@Suite struct OTLPGoldenTests {
  private static let distribution = "the SDK names itself, by the semantic conventions"

  /// The differences from it, each with the reason.
  static let differences = [
    "resource.attributes.telemetry.distro.name": distribution,
    "resource.attributes.telemetry.distro.version": distribution,
    "record.attributes.enduser.pseudo.id": "an app's events have a device",
    "record.attributes.event.id.stringValue": "another event",
    "record.observedTimeUnixNano": "another time",
    "record.spanId": "an event belongs to no trace",
    "record.timeUnixNano": "another time",
    "record.traceId": "an event belongs to no trace",
  ]

  static func payload() throws -> Value {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fixtures/otlp-logs.json")
    return try #require(Value(json: try Data(contentsOf: file)))
  }

  private func sent() async throws -> HTTPRequest {
    let network = RecordingTransport()
    let url = try #require(URL(string: "https://example.com"))
    let destination = OTLPDestination(
      endpoint: url, service: "shop-ios", compresses: false, transport: network)
    var events = await CapturedEvents.recording {
      $0.track("order.completed", ["revenue": 39.95, "items": [2]])
    }
    let context: Value = [
      "app": ["version": "3.4.1"], "library": ["name": "swift-analytics", "version": "1.0.0"],
    ]
    events.context = context.json
    #expect(await destination.deliver(events.batch(for: destination)) == .accepted)
    return try #require(network.requests.first)
  }

  /// Returns the only resource, scope and record; named elements of lists become members, because
  /// their order has no meaning.
  private static func opened(_ body: Value?) throws -> Value {
    let resource = try #require(only(body?["resourceLogs"]))
    let scope = try #require(only(resource["scopeLogs"]))
    let record = try #require(only(scope["logRecords"]))
    return [
      "resource": byName(resource["resource"] ?? .null), "scope": scope["scope"] ?? .null,
      "record": byName(record),
    ]
  }

  private static func only(_ list: Value?) -> Value? {
    list?.arrayValue?.count == 1 ? list?.arrayValue?.first : nil
  }

  private static func byName(_ value: Value) -> Value {
    switch value {
    case .object(let members): return .object(members.mapValues(byName))
    case .array(let elements) where elements.allSatisfy({ $0["key"] != nil }):
      let members = elements.map { ($0["key"]?.stringValue ?? "", byName($0["value"] ?? .null)) }
      return .object(Dictionary(members, uniquingKeysWith: { $1 }))
    default: return value
    }
  }

  @Test("a request equals the specification's, field by field, except for the listed differences")
  func body() async throws {
    let ours = try Self.opened(Value(json: try await sent().body))
    let theirs = try Self.opened(Self.payload())
    #expect(JSONDifferences.paths(ours, theirs) == Self.differences.keys.sorted())
    for name in ["timeUnixNano", "observedTimeUnixNano"] {
      #expect([ours, theirs].map { $0["record"]?[name]?.stringValue?.count } == [19, 19])
    }
  }
}
