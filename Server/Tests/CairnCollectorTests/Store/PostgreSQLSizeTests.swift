import Foundation
import PostgreSQLClient
import Testing

@testable import CairnCollector

/// A store with many events does not read them all, and drops the tables of old days.
@Suite("PostgreSQL with many events")
struct PostgreSQLSizeTests {
  private static let others = 100_000

  /// Runs SQL beside the store; returns the first value.
  private func value(_ sql: String, _ scene: StoreFixture) async throws -> String? {
    let connection = PostgreSQLConnection(scene.url, defaults: [:])
    defer { connection.close() }
    return try await connection.run { try $0.script(sql).rows.first?[0] }
  }

  /// Adds events of other people, three quarters of them signed in.
  private func fill(_ scene: StoreFixture) async throws {
    _ = try await value(
      """
      INSERT INTO events (day, project, message_id, sequence, type, user_id, anonymous_id,
        "timestamp", received_at, body)
      SELECT '1969-12-31', 'shop', 'other-' || n, -n, 'track',
        CASE WHEN n % 4 > 0 THEN 'user-' || n END, 'device-' || n, 0, 0, '{}'
      FROM generate_series(1, \(Self.others)) AS n
      """, scene)
  }

  private func read(_ scene: StoreFixture) async throws -> Int {
    let rows = try await value(
      "SELECT sum(seq_tup_read) FROM pg_stat_user_tables WHERE relname LIKE 'events%'", scene)
    return rows.flatMap { Int($0) } ?? 0
  }

  private func scans(_ index: String, _ scene: StoreFixture) async throws -> Int {
    let scans = try await value(
      "SELECT sum(idx_scan) FROM pg_stat_user_indexes WHERE indexrelname LIKE '%\(index)%'", scene)
    return scans.flatMap { Int($0) } ?? 0
  }

  @Test(
    "an export and an erasure read the events of one person, by an index",
    .enabled(if: PostgreSQLServer.shared != nil, "PostgreSQL is not installed"))
  func person() async throws {
    try await StoreFixture.run(.postgresql) { scene in
      // The first commit creates partitions, for which the server reads the one of all other days.
      _ = try await scene.commit([StoreEvents.event("first", user: "first")])
      try await fill(scene)
      _ = try await scene.commit([
        StoreEvents.event("before", user: nil, anonymous: "own"),
        StoreEvents.event("login", user: "ada", anonymous: "own"),
        StoreEvents.event("renamed", user: "eve", type: "alias", more: #","previousId":"ada""#),
      ])
      let before = try await read(scene)
      let store = try await scene.reopen()
      try await scene.store.settle()
      var query = EventsQuery()
      (query.project, query.subject) = ("shop", .user("ada"))
      let page = try await store.page(query)
      let ids = try page.events.map { try StoredRow($0).messageId }
      #expect(ids == ["before", "login", "renamed"])
      query.subject = .anonymous("own")
      #expect(try await store.page(query).events.count == 1)
      let subject = ErasureSubject(project: "shop", identity: .user("ada"))
      let erasure = try await store.erase(subject)
      #expect(erasure == Erasure(events: 3, anonymousIDs: ["own"]))
      // The server counts what a connection has read when it ends.
      try store.close()
      try await eventually("the scans are counted") {
        try await scans("_project_hashtextextended_idx", scene) >= 3
      }
      #expect(try await read(scene) - before < Self.others)
    }
  }

  @Test(
    "events that came before are found by an index, also after commits to a small table",
    .enabled(if: PostgreSQLServer.shared != nil, "PostgreSQL is not installed"))
  func repeated() async throws {
    try await StoreFixture.run(.postgresql) { scene in
      let events = (1...20).map { StoreEvents.event("event-\($0)") }
      // A server that keeps the plan of a statement does so from the sixth time on.
      for _ in 0..<8 { _ = try await scene.commit(events) }
      try await fill(scene)
      let before = try await read(scene)
      for _ in 0..<3 {
        #expect(try await scene.commit(events) == events.map { _ in .duplicate })
      }
      // The server counts what a connection has read when it ends.
      try scene.store.close()
      try await eventually("the connections of the store have ended") {
        try await value(
          """
          SELECT count(*) FROM pg_stat_activity
          WHERE application_name = 'cairn-collector' AND datname = current_database()
          """, scene) == "0"
      }
      #expect(try await read(scene) - before < Self.others)
    }
  }

  @Test(
    "the statements of a commit are parsed once for a connection, also for the one after it",
    .enabled(if: PostgreSQLServer.shared != nil, "PostgreSQL is not installed"))
  func prepared() async throws {
    try await StoreFixture.run(.postgresql) { scene in
      let store = try #require(scene.store as? PostgreSQLEventStore)
      for connection in 0..<2 {
        for number in 0..<7 {
          let event = StoreEvents.event("\(connection)-\(number)", user: "ada", anonymous: "own")
          #expect(try await scene.commit([event]) == [.stored])
        }
        let statements = try await store.write { session in
          try session.query(
            """
            SELECT pg_backend_pid(), count(*), min(generic_plans + custom_plans)
            FROM pg_prepared_statements
            """
          ).rows[0].map { $0 ?? "" }
        }
        #expect(statements[1...] == ["2", "7"])
        _ = try await value("SELECT pg_terminate_backend(\(statements[0]))", scene)
        // The store learns of it with the next statement.
        await #expect(throws: StoreFailure.self) { try await store.write { try Self.one($0) } }
      }
      #expect(try await scene.commit([StoreEvents.event("last")]) == [.stored])
    }
  }

  private static func one(_ session: borrowing PostgreSQLSession) throws -> Int {
    try session.query("SELECT 1").rows.count
  }

  @Test(
    "the table of a day is dropped when its events are too old, unless a statement reads it",
    .enabled(if: PostgreSQLServer.shared != nil, "PostgreSQL is not installed"))
  func partitions() async throws {
    let today = Int64(Date().timeIntervalSince1970 * 1_000) / EventDay.milliseconds
    func id(_ day: Int64) -> String {
      StoreEvents.id(milliseconds: day * EventDay.milliseconds, 1)
    }
    try await StoreFixture.run(.postgresql) { scene in
      let days = (today - 2)...(today + 1)
      _ = try await scene.commit(days.map { StoreEvents.event(id($0)) })
      let tables = "SELECT count(*) FROM pg_class WHERE relname ~ '^events_[0-9]{8}$'"
      let all = try await value(tables, scene).flatMap { Int($0) } ?? 0
      #expect(all > 4)
      let reader = PostgreSQLConnection(scene.url, defaults: [:])
      _ = try await reader.run { try $0.script("BEGIN; SELECT count(*) FROM events").rows }
      #expect(try await scene.store.prune(before: EventDay(today)) == 2)
      #expect(try await value(tables, scene) == "\(all)")
      _ = try await reader.run { try $0.script("COMMIT").affected }
      reader.close()
      #expect(try await scene.store.prune(before: EventDay(today)) == 0)
      let first = try await value(
        "SELECT min(relname) FROM pg_class WHERE relname ~ '^events_[0-9]{8}$'", scene)
      #expect(first == PostgreSQLPartitions.name(EventDay(today)))
      let left = try await scene.events().map(\.messageId)
      #expect(left == [id(today), id(today + 1)])
      let results = try await scene.commit(
        [StoreEvents.event(id(today - 1)), StoreEvents.event("m")])
      #expect(results == [.expired(keptFrom: EventDay(today)), .stored])
    }
  }

  @Test(
    "a statement that reads ends after its time limit",
    .enabled(if: PostgreSQLServer.shared != nil, "PostgreSQL is not installed"))
  func limits() async throws {
    try await StoreFixture.run(.postgresql) { scene in
      let store = PostgreSQLEventStore(url: scene.url, statementTimeout: .seconds(10))
      defer { try? store.close() }
      let show = { @Sendable (session: borrowing PostgreSQLSession) throws -> String? in
        try session.query("SHOW statement_timeout").rows[0][0]
      }
      let limits = try await [store.write(show), store.read(show), store.ask(show)]
      #expect(limits == ["10s", "1min", "5min"])
    }
  }
}
