import Testing

@Suite("What a batch says once is merged into each event")
struct ContextMergeTests {
  @Test(
    "the event's own keys win, one level deep",
    arguments: [
      ("", #","context":{"app":{"name":"Shop"},"locale":"de"},"integrations":{"All":true}"#),
      (
        #","context":{}"#,
        #","context":{"app":{"name":"Shop"},"locale":"de"},"integrations":{"All":true}"#
      ),
      (
        #","context":null"#,
        #","context":{"app":{"name":"Shop"},"locale":"de"},"integrations":{"All":true}"#
      ),
      (
        #","context":{"locale":"en","ip":null}"#,
        #","context":{"locale":"en","ip":null,"app":{"name":"Shop"}},"integrations":{"All":true}"#
      ),
      (
        #","integrations":{"All":false},"context":{"app":1,"locale":2}"#,
        #","integrations":{"All":false},"context":{"app":1,"locale":2}"#
      ),
      (#","context":"text","integrations":[]"#, #","context":"text","integrations":[]"#),
    ])
  func merged(own: String, stored: String) async throws {
    try await TestCollector.run { running in
      let shared =
        #","context":{"app":{"name":"Shop"},"locale":"de"},"integrations":{"All":true}"#
      let body = Batches.body([Batches.track("m", more: own)], more: shared)
      let reply = try await running.client.post(body).batch()
      #expect(reply.accepted == 1)
      let expected = Batches.track("m", more: stored)
      #expect(try await running.client.get("/v1/events").text.contains("\"event\":\(expected)}"))
    }
  }

  @Test("a context that would make the event more than twice as large as it may be refuses it")
  func tooLarge() async throws {
    try await TestCollector.run { running in
      let context = String(repeating: "x", count: 64 * 1024)
      let body = Batches.body(
        [Batches.track("m"), Batches.track("n", more: #","context":{"a":1}"#)],
        more: #","context":{"a":"\#(context)"}"#)
      let reply = try await running.client.post(body).batch()
      #expect(reply.results.map(\.result) == ["refused", "ok"])
    }
  }

  @Test("a context without an object in it changes nothing", arguments: ["null", "7", "{}"])
  func nothing(context: String) async throws {
    try await TestCollector.run { running in
      let body = Batches.body([Batches.track("m")], more: ",\"context\":\(context)")
      let reply = try await running.client.post(body).batch()
      #expect(reply.accepted == 1)
      #expect(try await running.client.get("/v1/events").text.contains(Batches.track("m")))
    }
  }
}
