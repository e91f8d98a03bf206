import Testing

@Suite("A refused event gets the reason")
struct RefusalReasonTests {
  private static let long = String(repeating: "x", count: 100)

  @Test(
    "each rule has its reason",
    arguments: [
      ("null", "event is not a JSON object"),
      (#"{"type":"track","event":"e","userId":"u"}"#, "messageId missing"),
      (#"{"type":"track","event":"e","userId":"u","messageId":""}"#, "messageId missing"),
      (#"{"type":"track","event":"e","userId":"u","messageId":7}"#, "messageId is not a string"),
      (
        #"{"type":"track","event":"e","userId":"u","messageId":"\#(long)"}"#,
        "messageId has 100 characters or more"
      ),
      (
        #"{"type":"track","event":"e","userId":"u","messageId":"a\u0000b"}"#,
        "messageId contains a NUL or is not valid Unicode"
      ),
      (#"{"userId":"u","messageId":"m"}"#, "type missing"),
      (
        #"{"type":"batch","userId":"u","messageId":"m"}"#,
        "type is not one of track, identify, screen, page, group, alias"
      ),
      (#"{"type":"identify","messageId":"m"}"#, "userId or anonymousId missing"),
      (
        #"{"type":"identify","messageId":"m","userId":null,"anonymousId":""}"#,
        "userId or anonymousId missing"
      ),
      (#"{"type":"identify","messageId":"m","userId":{}}"#, "userId is not a string"),
      (#"{"type":"track","userId":"u","messageId":"m"}"#, "event missing"),
      (#"{"type":"group","userId":"u","messageId":"m"}"#, "groupId missing"),
      (#"{"type":"alias","userId":"u","messageId":"m"}"#, "previousId missing"),
    ])
  func reasons(event: String, reason: String) async throws {
    try await TestCollector.run { running in
      let body = Batches.body([Batches.track("before"), event, Batches.track("after")])
      let reply = try await running.client.post(body).batch()
      #expect(reply.results.map(\.result) == ["ok", "refused", "ok"])
      #expect(reply.results.map(\.reason) == [nil, reason, nil])
    }
  }

  @Test("an event of 32 KiB is stored, and one byte more is refused")
  func size() async throws {
    try await TestCollector.run { running in
      let event = { (id: String, bytes: Int) in
        let room = bytes - Batches.track(id, more: #","x":"""#).utf8.count
        return Batches.track(id, more: #","x":"\#(String(repeating: "x", count: room))""#)
      }
      let reply = try await running.client.post(
        Batches.body([event("1", 32768), event("2", 32769)])
      ).batch()
      #expect(reply.results.map(\.result) == ["ok", "refused"])
      #expect(reply.results.last?.reason == "event has 32769 bytes; at most 32768")
    }
  }

  @Test("where a member occurs twice in an event, the last one applies")
  func duplicateKeys() async throws {
    try await TestCollector.run { running in
      let event = Batches.track("first", more: #","messageId":"last""#)
      let reply = try await running.client.post(Batches.body([event])).batch()
      #expect(reply.results == [.init(messageId: "last", result: "ok")])
      #expect(try await running.client.get("/v1/events").text.contains(event))
    }
  }
}
