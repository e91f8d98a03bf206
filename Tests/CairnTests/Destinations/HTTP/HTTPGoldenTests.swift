import Cairn
import CairnTesting
import Foundation
import Testing

/// Compares calls with the requests that segment-analytics-python 2.4.0 and rudder-sdk-python 2.1.9
/// sent for them.
@Suite struct HTTPGoldenTests {
  private static let batch = [
    "context": "theirs says in each event which library made it", "sentAt": "another time",
  ]

  /// The differences of each event, each with the reason.
  private static let event = [
    "anonymousId": "an app's events have a device",
    "context": "what holds for all events is said once, beside them",
    "integrations": "theirs tells the server where to send it on",
    "messageId": "another event", "sequence": "ours counts", "timestamp": "another time",
  ]

  static let segment = batch.merging(of(2, event)) { $1 }.merging(group) { $1 }
    .merging(["writeKey": "it is in the credentials, and not in what is stored"]) { $1 }

  /// The differences of the third event, which has a context of its own because it sets a group.
  private static var group: [String: String] {
    var group = event
    group["context"] = nil
    group["context.library"] = event["context"]
    group["context.groupId"] = "ours is the context of all events of the group's member"
    return Dictionary(uniqueKeysWithValues: group.map { ("batch.2.\($0)", $1) })
  }

  static let rudder = batch.merging(of(1, event)) { $1 }
    .merging(["batch.0.channel": "theirs says that it runs on a server"]) { $1 }

  private static func of(_ events: Int, _ differences: [String: String]) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: (0..<events).flatMap { number in
        differences.map { ("batch.\(number).\($0)", $1) }
      })
  }

  static func recorded(_ client: String) throws -> Value {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let file = tests.appending(path: "Fixtures/official-python-clients.json")
    let all = try #require(Value(json: try Data(contentsOf: file))?.arrayValue)
    return try #require(all.first { $0["client"] == .string(client) })
  }

  /// Returns the request for these calls of an identified user.
  private func sent(_ record: (Analytics) -> Void) async throws -> HTTPRequest {
    let transport = RecordingTransport()
    let url = try #require(URL(string: "https://example.com"))
    let server = HTTPDestination(endpoint: url, writeKey: "WRITEKEY", transport: transport)
    let analytics = await launch(Configuration(destinations: [server]), ManualClock())
    analytics.identify("u1")
    await analytics.flush()
    record(analytics)
    await analytics.flush()
    return try #require(transport.requests.last)
  }

  private func compare(
    _ request: HTTPRequest, with client: String, _ differences: [String: String]
  ) throws {
    let recorded = try Self.recorded(client)
    let body = Gunzip.member(request.body).flatMap { Value(json: $0) }
    #expect(JSONDifferences.paths(body, recorded["body"]) == differences.keys.sorted())
    #expect(request.url.path == recorded["path"]?.stringValue)
    for name in ["Content-Type", "Content-Encoding", "Authorization"] {
      #expect(request.header(name) == recorded["headers"]?[name]?.stringValue)
    }
  }

  @Test(
    "a request equals that of Segment's client, field by field, except for the listed differences")
  func toSegment() async throws {
    let request = try await sent { analytics in
      analytics.track("Order Completed", ["revenue": 39.95])
      analytics.identify("u1", traits: ["plan": "pro"])
      analytics.group("g1", traits: ["n": 1])
    }
    try compare(request, with: "segment-analytics-python", Self.segment)
  }

  @Test(
    "each field of a request equals that of RudderStack's client, except listed differences"
  )
  func toRudderStack() async throws {
    let request = try await sent { $0.track("Order Completed", ["revenue": 39.95]) }
    try compare(request, with: "rudder-sdk-python", Self.rudder)
  }

  @Test(
    "the different fields have the clients' type",
    arguments: ["segment-analytics-python", "rudder-sdk-python"])
  func types(client: String) async throws {
    let request = try await sent { $0.track("Order Completed", ["revenue": 39.95]) }
    let ours = try #require(Gunzip.member(request.body).flatMap { Value(json: $0) })
    let theirs = try #require(try Self.recorded(client)["body"])
    let events = [ours, theirs].map { $0["batch"]?.arrayValue?.first }
    for event in events {
      #expect(UUID(uuidString: event?["messageId"]?.stringValue ?? "") != nil)
      #expect(event?["timestamp"]?.stringValue?.contains("T") == true)
    }
    for context in [ours["context"], theirs["batch"]?.arrayValue?.first?["context"]] {
      #expect(context?["library"]?["name"]?.stringValue != nil)
      #expect(context?["library"]?["version"]?.stringValue != nil)
    }
    #expect(ours["sentAt"]?.stringValue?.contains("T") == true)
    #expect(theirs["sentAt"]?.stringValue?.contains("T") == true)
  }
}
