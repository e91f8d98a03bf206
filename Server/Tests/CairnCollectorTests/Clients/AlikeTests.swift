import Cairn
import CairnCollector
import Counterparts
import Testing

@Suite("Events of Segment's and RudderStack's own clients, and of ours")
struct AlikeTests {
  /// The fields that differ, each with the reason.
  ///
  /// `page` is for web sites, and Cairn has no such call.
  static func differences(from client: OfficialClient) -> [String: String] {
    let all = [
      "anonymousId": "theirs has none beside a user",
      "category": "ours has none",
      "context": "each says where it was",
      "integrations": "theirs tells the server where to send it on",
      "messageId": "each event has its own",
      "sequence": "ours counts",
      "timestamp": "each has its own time",
    ]
    guard client == .rudderStack else { return all }
    let more = [
      "channel": "theirs says what kind of machine it is on",
      "traits": "theirs are in the context",
    ]
    return all.merging(more) { $1 }
  }

  @Test(
    "equal calls of all clients are stored alike, except for the listed differences", .needsPython,
    arguments: OfficialClient.allCases)
  func alike(client: OfficialClient) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try await TestCollector.run { running in
      try await client.send(to: running.port)
      let theirs = try await running.client.get("/v1/events").page().events
      let analytics = try CairnClientTests().launch(running.port, folder)
      record(analytics)
      #expect(await analytics.flush().isComplete)
      await analytics.close()
      let all = try await running.client.get("/v1/events").page().events
      let ours = all.dropFirst(theirs.count + 1)
      #expect(ours.map(\.type) == ["alias", "track", "identify", "screen", "group"])
      var differing: Set<String> = []
      for our in ours {
        let their = try #require(theirs.first { $0.type == our.type })
        #expect(our.name == their.name && our.userId == their.userId)
        #expect(our.project == their.project)
        differing.formUnion(Self.fields(in: our.event, unlike: their.event))
      }
      #expect(differing.sorted() == Self.differences(from: client).keys.sorted())
    }
  }

  /// Records the events that batch_client.py sends, after the event that creates the user whom it
  /// renames.
  private func record(_ analytics: Analytics) {
    analytics.identify("before")
    analytics.alias("user")
    analytics.track(
      "Order Completed",
      [
        "text": "Größe 😀 \"quoted\" \\ \u{2028} \n", "int": 9_007_199_254_740_993,
        "largest": .double(18_446_744_073_709_551_616), "negative": -42, "float": 19.9,
        "whole": 1.0, "tiny": 1e-07, "yes": true, "no": false, "nothing": nil,
        "array": [1, "two", 3.5, nil, [true, [:] as Value]], "object": ["a": ["b": ["c": []]]],
        "date": "2026-11-21", "time": "2026-11-21T01:46:02.547123+00:00",
      ])
    analytics.identify("user", traits: ["plan": "pro", "seats": 7])
    analytics.screen("Checkout", ["step": 2])
    analytics.group("group", traits: ["name": "Größe AG"])
  }

  private static func fields(in our: JSONValue, unlike their: JSONValue) -> [String] {
    guard case .object(let ours) = our, case .object(let theirs) = their else { return ["all"] }
    return Set(ours.keys).union(theirs.keys).filter { ours[$0] != theirs[$0] }.sorted()
  }
}
