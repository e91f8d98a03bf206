import CairnCollector
import Testing

@Suite("Each event is stored exactly once")
struct ExactlyOnceTests {
  @Test("eight clients that send the same batches at the same time store each event once")
  func concurrentClients() async throws {
    try await TestCollector.run { running in
      let batches = (0..<20).map { batch in
        Batches.tracks((0..<25).map { "message-\(batch)-\($0)" })
      }
      let replies = try await withThrowingTaskGroup(of: [BatchReply].self) { group in
        for client in 0..<8 {
          group.addTask {
            var replies: [BatchReply] = []
            for index in batches.indices {
              let body = batches[(index + client * 3) % batches.count]
              replies.append(try await running.client.post(body).batch())
            }
            return replies
          }
        }
        return try await group.reduce(into: []) { $0 += $1 }
      }
      #expect(replies.reduce(0) { $0 + $1.accepted } == 500)
      #expect(replies.reduce(0) { $0 + $1.duplicates } == 3500)
      let page = try await running.client.get("/v1/events?limit=1000").page()
      #expect(page.events.count == 500)
      #expect(Set(page.events.map(\.messageId)).count == 500)
      let statistics = running.collector.statistics()
      #expect(statistics.stored == 500)
      #expect(statistics.duplicatesReceived == 3500)
      #expect(statistics.requests == 160)
    }
  }

  @Test("an id is one event within a project, and another event in another project")
  func projects() async throws {
    try await TestCollector.run {
      $0.writeKeys = ["KEY": "shop", "OTHER": "shop", "THIRD": "blog"]
    } _: { running in
      let body = Batches.tracks(["m"])
      let first = try await running.client.post(body, key: "KEY").batch()
      #expect(first.accepted == 1)
      #expect(try await running.client.post(body, key: "OTHER").batch().duplicates == 1)
      #expect(try await running.client.post(body, key: "THIRD").batch().accepted == 1)
    }
  }

  @Test("an id that occurs twice in one batch is stored once, with its first event")
  func twiceInABatch() async throws {
    try await TestCollector.run { running in
      let events = [1, 1, 2].map { Batches.track("m", more: #","properties":{"n":\#($0)}"#) }
      let reply = try await running.client.post(Batches.body(events)).batch()
      #expect(reply.results.map(\.result) == ["ok", "duplicate", "conflict"])
      let row = try #require(try await running.client.get("/v1/events").page().events.first)
      #expect(row.event["properties"]?["n"] == .int(1))
    }
  }

  @Test("a reopened database has its events and its counts")
  func reopened() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = folder.path("kept.sqlite")
    let body = Batches.tracks(["a", "b"])
    try await TestCollector.run(at: path) { running in
      _ = try await running.client.post(body)
      _ = try await running.client.post(body)
    }
    try await TestCollector.run(at: path) { running in
      let before = running.collector.statistics()
      #expect(before.stored == 2)
      #expect(before.duplicatesReceived == 2)
      #expect(before.requests == 2)
      let reply = try await running.client.post(Batches.tracks(["b", "c"])).batch()
      #expect(reply.results.map(\.result) == ["duplicate", "ok"])
    }
  }
}
