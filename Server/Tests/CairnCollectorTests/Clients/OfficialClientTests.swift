import CairnCollector
import Counterparts
import Testing

@Suite("Segment's and RudderStack's Python clients can store their events")
struct OfficialClientTests {
  @Test(
    "each of the six calls arrives with every value and its type", .needsPython,
    arguments: OfficialClient.allCases)
  func sixCalls(client: OfficialClient) async throws {
    try await TestCollector.run { running in
      try await client.send(to: running.port)
      let answer = try await running.client.get("/v1/events")
      let rows = try answer.page().events
      let library = try #require(rows.first?.event["context"]?["library"])
      #expect(
        rows.map(\.type) == ["track", "identify", "screen", "page", "group", "alias"])
      #expect(rows.map(\.messageId) == rows.map(\.type))
      #expect(rows.map(\.name) == ["Order Completed", nil, "Checkout", "Start", nil, nil])
      #expect(rows.allSatisfy { $0.project == "KEY" && $0.userId == "user" })
      #expect(rows.allSatisfy { $0.originalTimestamp == client.timestamp })
      #expect(rows.allSatisfy { $0.sentAt != nil })
      #expect(rows.map(\.event) == Self.expected(client, library))
      checkNumbers(answer.text)
      #expect(running.collector.statistics().refused == 0)
    }
  }

  // Numbers that a decoder would not distinguish are compared as text.
  private func checkNumbers(_ text: String) {
    let numbers = [
      #""int": 9007199254740993,"#, #""largest": 18446744073709551615,"#, #""negative": -42,"#,
      #""float": 19.9,"#, #""whole": 1.0,"#, #""tiny": 1e-07,"#, #""yes": true, "no": false,"#,
    ]
    for number in numbers { #expect(text.contains(number)) }
  }

  private static func expected(_ client: OfficialClient, _ library: JSONValue) -> [JSONValue] {
    let calls: [[String: JSONValue]] = [
      ["type": "track", "event": "Order Completed", "properties": .object(properties)],
      client.hasTraitsInContext
        ? ["type": "identify", "context": ["library": library, "traits": traits]]
        : ["type": "identify", "traits": traits],
      [
        "type": "screen", "category": "Shop", "name": "Checkout", "properties": ["step": 2],
      ],
      [
        "type": "page", "category": "Docs", "name": "Start",
        "properties": ["url": "https://example.com/?a=1&b=2"],
      ],
      ["type": "group", "groupId": "group", "traits": ["name": "Größe AG"]],
      ["type": "alias", "previousId": "before"],
    ]
    return calls.map { call in
      var event = call.merging(client.additions) { call, _ in call }
      event["messageId"] = event["type"]
      event["userId"] = "user"
      event["timestamp"] = .string(client.timestamp)
      event["context"] = event["context"] ?? ["library": library]
      event["anonymousId"] = .null
      return .object(event)
    }
  }

  private static let traits: JSONValue = ["plan": "pro", "seats": 7]

  private static let properties: [String: JSONValue] = [
    "text": "Größe 😀 \"quoted\" \\ \u{2028} \n", "int": 9_007_199_254_740_993,
    "largest": .double(18_446_744_073_709_551_616), "negative": -42, "float": .double(19.9),
    "whole": 1, "tiny": .double(1e-07), "yes": .bool(true), "no": .bool(false), "nothing": .null,
    "array": [1, "two", .double(3.5), .null, [.bool(true), [:] as JSONValue]],
    "object": ["a": ["b": ["c": [] as JSONValue]]], "date": "2026-11-21",
    "time": "2026-11-21T01:46:02.547123+00:00",
  ]
}
