import Testing

@testable import CairnCollector

@Suite("A search returns the newest events first")
struct EventSearchTests {
  private func expect(
    _ search: EventSearch, _ store: any QuestionStore, _ events: [PlainEvent], _ comment: String
  ) async throws {
    var found: [StoredEvent] = []
    var search = search
    repeat {
      let page = try await store.search(search)
      #expect(page.events.count <= search.limit)
      found += page.events
      search.after = page.next
    } while search.after != nil && found.count <= events.count
    #expect(Set(found.map(\.messageID)) == Set(events.map(\.id)), "\(comment)")
    #expect(found.count == events.count, "\(comment)")
    #expect(found.map(\.timestamp) == events.map(\.time).sorted(by: >), "\(comment)")
  }

  @Test(
    "a search filters by project, name, user, period and id, in pages",
    arguments: StoreEngine.installed)
  func filters(engine: StoreEngine) async throws {
    let place = QuestionPlace(engine: engine, zone: "UTC", day: 20_748)
    try await place.run { store, plain in
      let all = plain.events
      for limit in [7, 200] {
        var search = EventSearch(project: "shop", limit: limit)
        try await expect(search, store, all, "all")
        search.name = "Bought"
        try await expect(search, store, all.filter { $0.name == "Bought" }, "name")
        search.user = "user-7"
        let own = all.filter { $0.name == "Bought" && $0.user == "user-7" }
        try await expect(search, store, own, "name and user")
        search.name = nil
        for user in ["device-7", "shared", "device-5", "nobody"] {
          search.user = user
          let own = all.filter { $0.user == user || $0.anonymous == user }
          try await expect(search, store, own, user)
        }
        search.user = nil
        search.period = place.period
        let within = all.filter { place.period.contains($0.time) }
        try await expect(search, store, within, "period")
        search.messageID = within[3].id
        try await expect(search, store, [within[3]], "id")
      }
      let everywhere = try await store.search(EventSearch(messageID: all[0].id))
      #expect(everywhere.events.map(\.project).sorted() == ["other", "shop"])
    }
  }

  @Test("only positions of a search are accepted", arguments: StoreEngine.installed)
  func positions(engine: StoreEngine) async throws {
    try await StoreFixture.run(engine) { scene in
      for text in ["", "1", "x.1", "1.2.3", "1.99999999999999999999"] {
        await #expect(throws: StoreFailure.invalidCursor) {
          _ = try await scene.store.search(EventSearch(after: text))
        }
      }
    }
  }
}
