import CairnCollector
import Testing

@Suite("Text that is not Unicode, or that a reader would truncate, is refused with a reason")
struct UnicodeTests {
  /// Returns an event of a kind with one wrong member.
  private static func event(_ kind: String, _ key: String, _ value: String) -> String {
    var members = ["messageId": "\"m\"", "type": "\"\(kind)\"", "anonymousId": "\"a\""]
    switch kind {
    case "track": members["event"] = "\"e\""
    case "group": members["groupId"] = "\"g\""
    case "alias": members["previousId"] = "\"p\""
    default: break
    }
    members[key] = value
    return "{" + members.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
  }

  private static let identifiers = [
    ("identify", "userId"), ("identify", "anonymousId"), ("track", "event"), ("screen", "name"),
    ("page", "name"), ("group", "groupId"), ("alias", "previousId"), ("identify", "messageId"),
  ]

  @Test("a NUL in an identifier or a name refuses the event", arguments: identifiers)
  func nul(kind: String, key: String) async throws {
    let wrong = Self.event(kind, key, #""alice\u0000evil""#)
    try await expectRefused(wrong, "\(key) contains a NUL or is not valid Unicode")
  }

  @Test(
    "half a surrogate pair in an identifier or a name refuses the event", arguments: identifiers)
  func half(kind: String, key: String) async throws {
    for text in [#"a\ud800"#, #"\ud800\u0041"#, #"\ude00"#, #"\ud83d\ud83d\ude00"#] {
      let answer = try await refusal(Self.event(kind, key, "\"\(text)\""))
      #expect(answer?.result == "refused", "\(text)")
      #expect(answer?.reason?.hasPrefix("event has half of a surrogate pair") == true, "\(text)")
    }
  }

  @Test(
    "half a surrogate pair anywhere in an event refuses it",
    arguments: [
      #""properties":{"a":["\udfff"]}"#, #""properties":{"\ud800":1}"#, #""\uDBFF":1"#,
      #""properties":{"a":"\ud83d"},"context":{}"#, #""properties":{"a":"\ud83d\n\ude00"}"#,
    ])
  func anywhere(member: String) async throws {
    let answer = try await refusal(Batches.track("m", more: "," + member))
    #expect(answer?.reason?.hasPrefix("event has half of a surrogate pair at byte ") == true)
  }

  @Test(
    "surrogate pairs are accepted, and so is an escaped NUL in a property",
    arguments: [
      #""properties":{"a":"\ud83d\ude00\uD83D\uDE00"}"#, #""properties":{"a":"\u0000"}"#,
      #""properties":{"\ud83d\ude00":"\\ud800"}"#,
    ])
  func taken(member: String) async throws {
    #expect(try await refusal(Batches.track("m", more: "," + member))?.result == "ok")
  }

  @Test("a default of the batch with half a surrogate pair refuses the batch with its place")
  func inDefault() async throws {
    try await TestCollector.run { running in
      let body = Batches.body([Batches.track("m")], more: #","context":{"a":"\ud800"}"#)
      let answer = try await running.client.post(body)
      #expect(answer.status == 400)
      #expect(try answer.error().message.contains("surrogate"))
    }
  }

  private func expectRefused(_ event: String, _ reason: String) async throws {
    let answer = try await refusal(event)
    #expect(answer?.result == "refused")
    #expect(answer?.reason == reason)
  }

  private func refusal(_ event: String) async throws -> BatchReply.Result? {
    try await TestCollector.run { running in
      let body = Batches.body([Batches.track("before"), event, Batches.track("after")])
      let results = try await running.client.post(body).batch().results
      #expect(results.first?.result == "ok" && results.last?.result == "ok")
      return results.dropFirst().first
    }
  }
}
