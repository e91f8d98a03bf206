import CairnCollector
import Testing

@Suite("A batch is answered event by event")
struct ResultsTests {
  @Test("the results stand in the order of the batch, and one bad event refuses no other")
  func order() async throws {
    try await TestCollector.run { running in
      _ = try await running.client.post(Batches.tracks(["old"]))
      let events = [
        Batches.track("1"), "7", Batches.track("old"), #"{"type":"track","messageId":"bad"}"#,
        Batches.track("2"),
      ]
      let reply = try await running.client.post(Batches.body(events)).batch()
      #expect(
        reply
          == BatchReply(
            results: [
              .init(messageId: "1", result: "ok"),
              .init(result: "refused", reason: "event is not a JSON object"),
              .init(messageId: "old", result: "duplicate"),
              .init(messageId: "bad", result: "refused", reason: "userId or anonymousId missing"),
              .init(messageId: "2", result: "ok"),
            ], accepted: 2, duplicates: 1, conflicts: 0, refused: 2))
      #expect(running.collector.statistics().refused == 2)
    }
  }

  @Test("an empty batch is answered with no results")
  func empty() async throws {
    try await TestCollector.run { running in
      let answer = try await running.client.post(#"{"batch":[]}"#)
      #expect(answer.status == 200)
      #expect(try answer.batch().results.isEmpty)
    }
  }

  @Test(
    "the aliases of Segment's path accept a batch, too",
    arguments: ["/v1/b", "/v1/import", "/v1/batch/"])
  func aliases(path: String) async throws {
    try await TestCollector.run { running in
      let reply = try await running.client.post(Batches.tracks(["m"]), to: path).batch()
      #expect(reply.accepted == 1)
    }
  }
}
