import Testing

@testable import CairnCollector

@Suite("Several collectors share a store")
struct StoreSharedTests {
  /// Runs the body with as many stores over the same data, each at the same time.
  static func each(
    _ count: Int, _ scene: StoreFixture,
    _ body: @escaping @Sendable (Int, any EventStore) async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<count {
        group.addTask {
          let store = try await scene.reopen()
          defer { try? store.close() }
          try await body(number, store)
        }
      }
      try await group.waitForAll()
    }
  }

  @Test(
    "equal events in opposite orders at the same time are stored once each, without a deadlock",
    arguments: StoreEngine.installed)
  func order(engine: StoreEngine) async throws {
    try await StoreFixture.run(engine) { scene in
      let sessions = try await Self.sessions(scene)
      try await Self.each(6, scene) { number, store in
        for round in 0..<20 {
          let ids = (0..<40).map { "m\(round)-\($0)" }
          let events = (number.isMultiple(of: 2) ? ids : ids.reversed()).map {
            StoreEvents.event($0)
          }
          _ = try await store.commit([try StoreFixture.request(events)])
        }
      }
      if case .postgresql = engine {
        // A session reports its deadlocks when it ends, at the latest.
        try await eventually("the sessions have ended") {
          try await Self.sessions(scene) <= sessions
        }
        #expect(
          try await PostgreSQLOrderTests.number(
            "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()", scene) == 0
        )
      }
      let rows = try await scene.events()
      #expect(rows.count == 800 && Set(rows.map(\.messageId)).count == 800)
      let last = try await scene.reopen()
      defer { try? last.close() }
      #expect(last.totals.stored == 800 && last.totals.duplicatesReceived == 5 * 800)
      #expect(last.totals.requests == 120)
    }
  }

  /// The number of connections to the database; 0 for a file.
  private static func sessions(_ scene: StoreFixture) async throws -> Int {
    guard case .postgresql = scene.engine else { return 0 }
    return try await PostgreSQLOrderTests.number(
      "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()", scene) ?? 0
  }

  @Test("a reader misses no event of six writers", arguments: StoreEngine.installed)
  func reader(engine: StoreEngine) async throws {
    try await StoreFixture.run(engine) { scene in
      async let seen = read(scene, until: 600)
      try await Self.each(6, scene) { number, store in
        for round in 0..<50 {
          let events = ["a", "b"].map { StoreEvents.event("w\(number)-\(round)-\($0)") }
          _ = try await store.commit([try StoreFixture.request(events)])
        }
      }
      let ids = try await seen
      #expect(ids.count == 600 && Set(ids).count == 600)
    }
  }

  private func read(_ scene: StoreFixture, until count: Int) async throws -> [String] {
    var ids: [String] = []
    var query = EventsQuery()
    query.limit = 100
    let limit = ContinuousClock.now + .seconds(300)
    while ids.count < count, ContinuousClock.now < limit {
      let page = try await scene.store.page(query)
      ids += try page.events.map { try StoredRow($0).messageId }
      if let last = page.last { query.after = last.parameter } else { await Task.yield() }
    }
    return ids
  }

  @Test(
    "an event that is sent again at another time is the same event",
    arguments: StoreEngine.installed)
  func resent(engine: StoreEngine) async throws {
    try await StoreFixture.run(engine) { scene in
      let event = StoreEvents.event("a", more: #","originalTimestamp":"2026-11-27T10:00:00Z""#)
      for (number, sent) in ["10:00:01", "12:30:00", "23:59:59"].enumerated() {
        let request = try StoreFixture.request(
          [event], more: #","sentAt":"2026-11-27T\#(sent)Z""#,
          received: 1_800_000_000_000_000 + Int64(number) * 86_400_000_000)
        let expected: StoreResult = number == 0 ? .stored : .duplicate
        #expect(try await scene.store.commit([request]) == [[expected]])
      }
      #expect(try await scene.events().count == 1)
    }
  }

  @Test(
    "no event of a user survives an erasure on another collector", arguments: StoreEngine.installed)
  func erasure(engine: StoreEngine) async throws {
    try await StoreFixture.run(engine) { scene in
      try await Self.each(4, scene) { number, store in
        for round in 0..<30 {
          if number == 0, round == 10 {
            _ = try await store.erase(
              ErasureSubject(project: "shop", identity: .user("ada")))
          }
          let id = "\(number)-\(round)"
          let events = ["ada", "bob"].map {
            StoreEvents.event(id + $0, user: $0, at: "2026-01-01T00:00:00Z")
          }
          _ = try await store.commit([try StoreFixture.request(events)])
        }
      }
      let users = try await scene.events().map(\.userId)
      #expect(users.count == 120 && users.allSatisfy { $0 == "bob" })
      let last = try await scene.reopen()
      defer { try? last.close() }
      #expect(last.totals.stored - last.totals.removed == 120)
    }
  }
}
