import Testing

@testable import CairnCollector

@Suite("Every store is read in an order that never changes")
struct StorePageTests {
  @Test("a reader beside six writers misses no event", arguments: StoreEngine.installed)
  func concurrentReader(engine: StoreEngine) async throws {
    try await StoreFixture.run(engine) { scene in
      async let seen = reader(scene, until: 600)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for writer in 0..<6 {
          group.addTask {
            for number in 0..<50 {
              let ids = ["w\(writer)-\(number)-a", "w\(writer)-\(number)-b"]
              _ = try await scene.commit(ids.map { StoreEvents.event($0) })
            }
          }
        }
        try await group.waitForAll()
      }
      let ids = try await seen
      #expect(ids.count == 600 && Set(ids).count == 600)
      #expect(try await scene.events(limit: 7).map(\.messageId) == ids)
    }
  }

  /// Reads from page to page, and goes on at the last one's end when there is no more yet.
  private func reader(_ scene: StoreFixture, until count: Int) async throws -> [String] {
    var ids: [String] = []
    var query = EventsQuery()
    query.limit = 1
    let limit = ContinuousClock.now + .seconds(300)
    while ids.count < count, ContinuousClock.now < limit {
      let page = try await scene.store.page(query)
      ids += try page.events.map { try StoredRow($0).messageId }
      if let last = page.last { query.after = last.parameter } else { await Task.yield() }
    }
    return ids
  }

  @Test("filters apply together, and pages continue", arguments: StoreEngine.installed)
  func filters(engine: StoreEngine) async throws {
    try await StoreFixture.run(engine) { scene in
      for number in 0..<10 {
        let name = number.isMultiple(of: 2) ? "Even" : "Odd"
        let text = StoreEvents.event("m\(number)").replacing("Seen", with: name)
        _ = try await scene.commit([text], project: number < 6 ? "shop" : "blog")
      }
      let ids = { (limit: Int, change: (inout EventsQuery) -> Void) async throws in
        try await scene.events(limit: limit, change).map(\.messageId)
      }
      #expect(try await ids(3) { _ in } == (0..<10).map { "m\($0)" })
      #expect(try await ids(1) { $0.name = "Even" } == ["m0", "m2", "m4", "m6", "m8"])
      #expect(try await ids(2) { $0.project = "blog" } == ["m6", "m7", "m8", "m9"])
      let both = try await ids(1) {
        $0.project = "blog"
        $0.name = "Odd"
      }
      #expect(both == ["m7", "m9"])
      #expect(try await ids(5) { $0.id = "m3" } == ["m3"])
      #expect(try await ids(5) { $0.id = "M3" } == [])
    }
  }

  @Test("only positions of the store are accepted as a cursor", arguments: StoreEngine.installed)
  func cursors(engine: StoreEngine) async throws {
    try await StoreFixture.run(engine) { scene in
      for text in ["", "-1", "x", "1 ", "9223372036854775808", "1;", "1.", ".1", "1.2.3"] {
        await #expect(throws: StoreFailure.invalidCursor, "\(text)") {
          _ = try await scene.events { $0.after = text }
        }
      }
    }
  }

  @Test("an event has the defaults of its batch and no other's", arguments: StoreEngine.installed)
  func defaults(engine: StoreEngine) async throws {
    try await StoreFixture.run(engine) { scene in
      let own = StoreEvents.event("b", more: #","context":{"a":9}"#)
      _ = try await scene.commit(
        [StoreEvents.event("a"), own], more: #","context":{"a":1,"b":2}"#)
      _ = try await scene.commit([StoreEvents.event("c")])
      let contexts = try await scene.events(limit: 1).map { $0.event["context"] }
      #expect(contexts == [["a": 1, "b": 2], ["a": 9, "b": 2], nil])
    }
  }
}
