import PostgreSQLClient
import Testing

@testable import CairnCollector

/// Two collectors, one of which is stopped in the middle of a commit.
///
/// One after the other: an open transaction delays the readers of all databases of a server.
@Suite("PostgreSQL: commits in progress", .serialized)
struct PostgreSQLOrderTests {
  static let server = try? PostgreSQLServer.start([])

  /// Runs the body while a commit of the event `slow` has inserted it, and waits for a lock.
  private func whileCommitting(
    _ body: @Sendable (StoreFixture) async throws -> Void,
    afterwards: @Sendable (StoreFixture) async throws -> Void
  ) async throws {
    guard let server = Self.server else { return }
    try await StoreFixture.run(.postgresql, on: server) { scene in
      _ = try await scene.commit([StoreEvents.event("first", user: "bob")], project: "slow")
      try await scene.store.settle()
      let blocker = PostgreSQLConnection(scene.url, defaults: [:])
      _ = try await blocker.run { session in
        try session.script("BEGIN; SELECT 1 FROM counts WHERE project = 'slow' FOR UPDATE").rows
      }
      async let slow = scene.commit(
        [StoreEvents.event("slow", user: "ada", at: "2026-01-01T00:00:00Z")], project: "slow")
      try await eventually("the commit waits") { try await isWaiting("INSERT INTO counts", scene) }
      try await body(scene)
      _ = try await blocker.run { try $0.script("COMMIT").affected }
      blocker.close()
      let results = try await slow
      #expect(results == [.stored])
      try await afterwards(scene)
    }
  }

  private func isWaiting(_ statement: String, _ scene: StoreFixture) async throws -> Bool {
    try await Self.number(
      """
      SELECT count(*) FROM pg_stat_activity
      WHERE wait_event_type = 'Lock' AND query LIKE '%\(statement)%'
        AND datname = current_database()
      """, scene) == 1
  }

  @Test("a later event is not read before one whose commit began earlier")
  func order() async throws {
    try await whileCommitting { scene in
      let other = try await scene.reopen()
      // The same project: collectors do not wait for each other's counts.
      let fast = try StoreFixture.request([StoreEvents.event("fast")], project: "slow")
      #expect(try await other.commit([fast]) == [[.stored]])
      try other.close()
      let ids = try await scene.events(now: true).map(\.messageId)
      #expect(ids == ["first"])
    } afterwards: { scene in
      let ids = try await scene.events().map(\.messageId)
      #expect(ids == ["first", "slow", "fast"])
    }
  }

  @Test("an erasure waits for the commit, and finds its event")
  func erasure() async throws {
    let erasure = Locked<Task<Erasure, any Error>?>(nil)
    try await whileCommitting { scene in
      let other = try await scene.reopen()
      let subject = ErasureSubject(project: "slow", identity: .user("ada"))
      let task = Task<Erasure, any Error> {
        defer { try? other.close() }
        return try await other.erase(subject)
      }
      erasure.withLock { $0 = task }
      try await eventually("the erasure waits") {
        try await isWaiting("BEGIN; SELECT pg_advisory_xact_lock(", scene)
      }
    } afterwards: { scene in
      let task = try #require(erasure.withLock { $0 })
      let erased = try await task.value
      #expect(erased.events == 1)
      let ids = try await scene.events().map(\.messageId)
      #expect(ids == ["first"])
    }
  }

  @Test("two collectors that store the same events in opposite orders do not block each other")
  func deadlock() async throws {
    guard let server = Self.server else { return }
    try await StoreFixture.run(.postgresql, on: server) { scene in
      let ids = ["a", "k", "z"]
      let requests = try [ids, ids.reversed()].map { ids in
        try StoreFixture.request(ids.map { StoreEvents.event($0) })
      }
      // The first commit of a database creates partitions, for which it waits for all others.
      _ = try await scene.commit([StoreEvents.event("before")])
      let other = try await scene.reopen()
      let blocker = PostgreSQLConnection(scene.url, defaults: [:])
      try await Self.insertWithoutCommit("k", blocker)
      // Each holds the events before the one in the middle, and waits.
      async let first = scene.store.commit([requests[0]])
      try await eventually("one waits") { try await Self.waiting(scene) == 1 }
      async let second = other.commit([requests[1]])
      try await eventually("both wait") { try await Self.waiting(scene) == 2 }
      _ = try await blocker.run { try $0.script("ROLLBACK").affected }
      blocker.close()
      #expect(try await first == [[.stored, .stored, .stored]])
      #expect(try await second == [[.duplicate, .duplicate, .duplicate]])
      try other.close()
      // A session reports its deadlocks when it ends, at the latest.
      try await eventually("the other collector's session has ended") {
        try await Self.number(
          "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()", scene) == 2
      }
      #expect(
        try await Self.number(
          "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()", scene) == 0)
    }
  }

  /// Inserts an event of the project `shop` in a transaction that stays open: others with it wait.
  static func insertWithoutCommit(_ id: String, _ blocker: PostgreSQLConnection) async throws {
    _ = try await blocker.run { session in
      try session.script(
        """
        BEGIN;
        INSERT INTO events
          (day, project, message_id, sequence, type, "timestamp", received_at, body)
        VALUES ('1969-12-31', 'shop', '\(id)', -1, 'track', 0, 0, '{}')
        """
      ).affected
    }
  }

  static func waiting(_ scene: StoreFixture) async throws -> Int? {
    try await number(
      """
      SELECT count(*) FROM pg_stat_activity
      WHERE wait_event_type = 'Lock' AND datname = current_database()
      """, scene)
  }

  @Test("each collector counts in rows of its own, and a new one takes a free number")
  func writers() async throws {
    guard StoreEngine.installed.contains(.postgresql) else { return }
    try await StoreFixture.run(.postgresql) { scene in
      for _ in 0..<2 {
        try await StoreSharedTests.each(3, scene) { number, store in
          _ = try await store.commit([
            try StoreFixture.request([StoreEvents.event("m\(number)")])
          ])
          // All are open at once.
          try await eventually("all three have committed") {
            try await Self.number("SELECT count(DISTINCT writer) FROM counts", scene) == 3
          }
        }
      }
      #expect(try await Self.number("SELECT count(*) FROM counts", scene) == 3)
      #expect(try await Self.number("SELECT sum(requests) FROM counts", scene) == 6)
    }
  }

  static func number(_ sql: String, _ scene: StoreFixture) async throws -> Int? {
    let connection = PostgreSQLConnection(scene.url, defaults: [:])
    defer { connection.close() }
    return try await connection.run { try $0.script(sql).rows[0][0] }.flatMap { Int($0) }
  }
}
