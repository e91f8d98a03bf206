import PostgreSQLClient
import Testing

@testable import CairnCollector

/// Events that arrive again while an erasure deletes them: nothing about them stays.
@Suite("PostgreSQL: repeated events and erasures", .serialized)
struct PostgreSQLRepeatsTests {
  private static let server = try? PostgreSQLServer.start([])

  /// Stores `kept` and `again`, and erases somebody, as an erasure in progress has done.
  private func run(_ body: (StoreFixture, PostgreSQLConnection) async throws -> Void) async throws {
    guard let server = Self.server else { return }
    try await StoreFixture.run(.postgresql, on: server) { scene in
      let events = ["kept", "again"].map { StoreEvents.event($0, user: "ada") }
      #expect(try await scene.commit(events) == [.stored, .stored])
      _ = try await scene.store.erase(
        ErasureSubject(project: "shop", identity: .user("somebody")))
      let blocker = PostgreSQLConnection(scene.url, defaults: [:])
      try await body(scene, blocker)
      blocker.close()
      let left = "SELECT count(*) FROM events WHERE message_id = 'again'"
      #expect(try await number(left, scene) == 0)
      #expect(try await number("SELECT count(*) FROM repeats", scene) == 0)
    }
  }

  private func number(_ sql: String, _ scene: StoreFixture) async throws -> Int? {
    let connection = PostgreSQLConnection(scene.url, defaults: [:])
    defer { connection.close() }
    return try await connection.run { try $0.script(sql).rows.first?[0] }.flatMap { Int($0) }
  }

  private func waiting(_ scene: StoreFixture) async throws -> Int? {
    try await number(
      """
      SELECT count(*) FROM pg_stat_activity
      WHERE wait_event_type = 'Lock' AND datname = current_database()
      """, scene)
  }

  /// The statements of an erasure that delete the event.
  private static let deletion = """
    BEGIN; DELETE FROM events WHERE message_id = 'again';
    DELETE FROM repeats WHERE message_id = 'again'; COMMIT
    """

  @Test("an event that is deleted after its insertion found it leaves no count")
  func afterInsertion() async throws {
    try await run { scene, blocker in
      // The insertion finds `again`, and waits at the next one.
      _ = try await blocker.run { session in
        try session.script(
          """
          BEGIN;
          INSERT INTO events
            (day, project, message_id, sequence, type, "timestamp", received_at, body)
          VALUES ('1969-12-31', 'shop', 'last', -1, 'track', 0, 0, '{}')
          """
        ).affected
      }
      let events = ["again", "last"].map { StoreEvents.event($0, user: "ada") }
      async let results = scene.commit(events)
      try await eventually("the commit waits") { try await waiting(scene) == 1 }
      _ = try await number(Self.deletion, scene)
      _ = try await blocker.run { try $0.script("ROLLBACK").affected }
      #expect(try await results == [.duplicate, .stored])
    }
  }

  @Test("a deletion waits for the commit that counts the event, and deletes the count")
  func beforeCount() async throws {
    try await run { scene, blocker in
      _ = try await blocker.run { session in
        try session.script("BEGIN; SELECT 1 FROM counts WHERE project = 'shop' FOR UPDATE").affected
      }
      async let results = scene.commit([StoreEvents.event("again", user: "ada")])
      try await eventually("the commit waits") { try await waiting(scene) == 1 }
      async let deleted = number(Self.deletion, scene)
      try await eventually("the deletion waits") { try await waiting(scene) == 2 }
      _ = try await blocker.run { try $0.script("ROLLBACK").affected }
      #expect(try await results == [.duplicate])
      _ = try await deleted
    }
  }
}
