import Testing

@Suite("Stored events are read page by page")
struct PagingTests {
  @Test("pages follow one another by sequence, and each event is on one of them")
  func pages() async throws {
    try await TestCollector.run { running in
      let ids = (0..<25).map { "m\($0)" }
      _ = try await running.client.post(Batches.tracks(ids))
      var seen: [String] = []
      var after: Int64? = 0
      while let start = after {
        let page = try await running.client.get("/v1/events?limit=10&after=\(start)").page()
        seen += page.events.map(\.messageId)
        after = page.next
      }
      #expect(seen == ids)
    }
  }

  @Test("a page has a hundred events by default")
  func defaultLimit() async throws {
    try await TestCollector.run { running in
      _ = try await running.client.post(Batches.tracks((0..<101).map { "m\($0)" }))
      let page = try await running.client.get("/v1/events").page()
      #expect(page.events.count == 100)
      #expect(page.next == 100)
    }
  }

  @Test("many clients can read short pages at once")
  func shortPages() async throws {
    try await TestCollector.run { running in
      _ = try await running.client.post(Batches.tracks(["m"]))
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<40 {
          group.addTask { try await running.client.get("/v1/events?limit=1").status }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses == [Int](repeating: 200, count: 40))
    }
  }

  @Test("name and id find events, also those with a space, a plus or an umlaut in them")
  func filters() async throws {
    try await TestCollector.run { running in
      let named = { (id: String, name: String) in
        #"{"type":"screen","name":"\#(name)","userId":"u","messageId":"\#(id)"}"#
      }
      _ = try await running.client.post(
        Batches.body([named("1", "Home Page"), named("2", "Größe"), named("3+x", "Home Page")]))
      let ids = { (query: String) in
        try await running.client.get("/v1/events?\(query)").page().events.map(\.messageId)
      }
      #expect(try await ids("name=Home%20Page") == ["1", "3+x"])
      #expect(try await ids("name=Home+Page&after=1") == ["3+x"])
      #expect(try await ids("name=Gr%C3%B6%C3%9Fe") == ["2"])
      #expect(try await ids("id=3%2Bx") == ["3+x"])
      #expect(try await ids("id=3%2Bx&name=None") == [])
    }
  }

  @Test(
    "an invalid query is answered 400 with the valid values",
    arguments: [
      ("limit=0", "limit must be"), ("limit=1001", "limit must be"), ("limit=x", "limit must be"),
      ("after=-1", "after must be"), ("after=", "after must be"), ("first=1", "may have limit"),
      ("name=%FF", "percent-encoded UTF-8"), ("name=Home%00Page", "NUL"), ("id=1%00", "NUL"),
    ])
  func badQueries(query: String, message: String) async throws {
    try await TestCollector.run { running in
      let answer = try await running.client.get("/v1/events?\(query)")
      #expect(answer.status == 400)
      #expect(try answer.error().message.contains(message))
    }
  }
}
