import PostgreSQLClient
import Testing

@testable import CairnCollector

// Events that arrive again while an erasure deletes them: nothing about them stays.
extension PostgreSQLOrderTests {
  /// Stores `kept` and `again`, and erases somebody, as an erasure in progress has done.
  private func whileRepeating(
    _ body: (StoreFixture, PostgreSQLConnection) async throws -> Void
  ) async throws {
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
      #expect(try await Self.number(left, scene) == 0)
      #expect(try await Self.number("SELECT count(*) FROM repeats", scene) == 0)
    }
  }

  /// Deletes the event as an erasure does.
  private static func delete(_ scene: StoreFixture) async throws {
    let connection = PostgreSQLConnection(scene.url, defaults: [:])
    defer { connection.close() }
    _ = try await connection.run { session in
      try session.script(
        """
        BEGIN; DELETE FROM events WHERE message_id = 'again';
        DELETE FROM repeats WHERE message_id = 'again'; COMMIT
        """
      ).affected
    }
  }

  @Test("an event that is deleted after its insertion found it leaves no count")
  func afterInsertion() async throws {
    try await whileRepeating { scene, blocker in
      // The insertion finds `again`, and waits at the next one.
      try await Self.insertWithoutCommit("last", blocker)
      let events = ["again", "last"].map { StoreEvents.event($0, user: "ada") }
      async let results = scene.commit(events)
      try await eventually("the commit waits") { try await Self.waiting(scene) == 1 }
      try await Self.delete(scene)
      _ = try await blocker.run { try $0.script("ROLLBACK").affected }
      #expect(try await results == [.duplicate, .stored])
    }
  }

  @Test("a deletion waits for the commit that counts the event, and deletes the count")
  func beforeCount() async throws {
    try await whileRepeating { scene, blocker in
      _ = try await blocker.run { session in
        try session.script("BEGIN; SELECT 1 FROM counts WHERE project = 'shop' FOR UPDATE").affected
      }
      async let results = scene.commit([StoreEvents.event("again", user: "ada")])
      try await eventually("the commit waits") { try await Self.waiting(scene) == 1 }
      async let deletion: Void = Self.delete(scene)
      try await eventually("the deletion waits") { try await Self.waiting(scene) == 2 }
      _ = try await blocker.run { try $0.script("ROLLBACK").affected }
      #expect(try await results == [.duplicate])
      try await deletion
    }
  }
}
