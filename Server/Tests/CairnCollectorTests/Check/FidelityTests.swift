import Testing

@Suite("Events are read back as they were sent")
struct FidelityTests {
  @Test("numbers, escapes, spaces and the order of keys are preserved byte for byte")
  func bytes() async throws {
    try await TestCollector.run { running in
      let event = """
        { "zeta" : [9223372036854775807, 18446744073709551615, -0, 0.10, 19.90, 1e400, 1.0,
          123456789012345678901234567890, 1E-7], "text":"\\u00e9\\/\\ud83d\\ude00 é 😀 \\u0000",
          "nothing":null, "yes":true, "type":"track","event":"Seen", "userId":"u",
          "messageId":"m", "a":{}, "a":{"deep":[[]]} }
        """
      let reply = try await running.client.post(Batches.body([event])).batch()
      #expect(reply.accepted == 1)
      #expect(try await running.client.get("/v1/events").text.contains("\"event\":\(event)}"))
    }
  }

  @Test("numeric ids are preserved, and found by their text")
  func numericIDs() async throws {
    try await TestCollector.run { running in
      let event = #"{"type":"identify","userId":12345678901234567890,"messageId":"m"}"#
      _ = try await running.client.post(Batches.body([event]))
      let answer = try await running.client.get("/v1/events")
      #expect(answer.text.contains(event))
      #expect(try answer.page().events.first?.userId == "12345678901234567890")
    }
  }

  @Test("the row has names without escapes")
  func names() async throws {
    try await TestCollector.run { running in
      let name = #""Gr\u00f6\u00dfe \"\ud83d\ude00\"""#
      let event = #"{"type":"screen","name":\#(name),"anonymousId":"a","messageId":"m"}"#
      _ = try await running.client.post(Batches.body([event]))
      let row = try #require(try await running.client.get("/v1/events").page().events.first)
      #expect(row.name == "Größe \"😀\"")
      #expect(row.type == "screen")
      #expect(row.anonymousId == "a")
      #expect(row.userId == nil)
    }
  }
}
