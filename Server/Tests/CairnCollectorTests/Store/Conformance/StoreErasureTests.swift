import Foundation
import GRDB
import Testing

@testable import CairnCollector

@Suite("Every store erases a user for good")
struct StoreErasureTests {
  private static let past = "2026-01-01T00:00:00Z"
  private static let future = "2999-01-01T00:00:00Z"

  private func erase(
    _ identity: ErasureSubject.Identity, _ store: any EventStore, project: String = "shop"
  ) async throws -> Erasure {
    try await store.erase(ErasureSubject(project: project, identity: identity))
  }

  @Test(
    "an erasure deletes the user's events, and those before login that only the user can have made",
    arguments: StoreEngine.installed)
  func user(engine: StoreEngine) async throws {
    // Whichever of the two users comes first in the order of texts.
    for other in ["aaa", "bob"] { try await user(engine, beside: other) }
  }

  private func user(_ engine: StoreEngine, beside other: String) async throws {
    try await StoreFixture.run(engine) { scene in
      _ = try await scene.commit([
        StoreEvents.event("before", user: nil, anonymous: "own"),
        StoreEvents.event("login", user: "ada", anonymous: "own"),
        StoreEvents.event("on shared", user: "ada", anonymous: "shared"),
        StoreEvents.event("other", user: other, anonymous: "shared"),
        StoreEvents.event("of either", user: nil, anonymous: "shared"),
        StoreEvents.event("stranger", user: nil, anonymous: "strange"),
        StoreEvents.event(
          "renamed", user: "eve", type: "alias", more: #","previousId":"ada""#),
      ])
      _ = try await scene.commit(
        [StoreEvents.event("elsewhere", user: "ada")], project: "blog")
      let erasure = try await erase(.user("ada"), scene.store)
      #expect(erasure == Erasure(events: 4, anonymousIDs: ["own"]))
      let left = try await scene.events().map(\.messageId)
      #expect(left == ["other", "of either", "stranger", "elsewhere"])
      let totals = scene.store.totals
      #expect(totals.stored - totals.removed == left.count)
      #expect(try await erase(.user("ada"), scene.store).events == 0)
    }
  }

  /// Members of aliases, and whether they make the user `17` the former one.
  static let aliases: [(more: String, isFormer: Bool)] = [
    (#","previousId":"17""#, true), (#","previousId":17"#, true),
    (#","previousId":"\u0031\u0037""#, true), (#","previous\u0049d":"17""#, true),
    // A NUL elsewhere, and texts that look like one.
    (#","previousId":"17","properties":{"a\u0000":"\u0000\u0000b"}"#, true),
    (#","previousId":"17","properties":{"a":"\\u0000","b":"\\\u0000"}"#, true),
    // Of several, the last one applies.
    (#","previousId":"18","previousId":"17""#, true),
    (#","previousId":"17","previousId":"18""#, false),
    (#","previousId":"17\u0001""#, false), (#","previousId":"17\\u0000""#, false),
    (#","previousId":17.0"#, false), (#","previousId":"\"17\"""#, false),
    (#","previousId":"18","properties":{"previousId":"17"}"#, false),
  ]

  @Test(
    "an alias of the user in any form of JSON is exported and erased",
    arguments: StoreEngine.installed)
  func aliases(engine: StoreEngine) async throws {
    try await StoreFixture.run(engine) { scene in
      let events = Self.aliases.enumerated().map { number, alias in
        StoreEvents.event("m\(number)", user: "eve", type: "alias", more: alias.more)
      }
      let results = try await scene.commit(events)
      #expect(results == events.map { _ in .stored })
      let expected = Self.aliases.indices.filter { Self.aliases[$0].isFormer }.map { "m\($0)" }
      let exported = try await scene.events { query in
        query.project = "shop"
        query.subject = .user("17")
      }
      #expect(exported.map(\.messageId) == expected)
      #expect(try await erase(.user("17"), scene.store).events == expected.count)
      let left = try await scene.events().map(\.messageId)
      #expect(left == events.indices.map { "m\($0)" }.filter { !expected.contains($0) })
    }
  }

  @Test(
    "late events from before an erasure are refused, and events from after it are stored",
    arguments: StoreEngine.installed)
  func tombstone(engine: StoreEngine) async throws {
    try await StoreFixture.run(engine) { scene in
      _ = try await scene.commit([StoreEvents.event("a", user: "ada", anonymous: "own")])
      _ = try await erase(.user("ada"), scene.store)
      let events = [
        StoreEvents.event("a", user: "ada", anonymous: "own", at: Self.past),
        StoreEvents.event("b", user: "ada", at: Self.past),
        StoreEvents.event("c", user: nil, anonymous: "own", at: Self.past),
        StoreEvents.event("d", user: "ada", at: Self.future),
        StoreEvents.event("e", user: "bob", anonymous: "own", at: Self.past),
        StoreEvents.event("f", user: "Ada", at: Self.past),
      ]
      let expected: [StoreResult] = [.erased, .erased, .erased, .stored, .stored, .stored]
      #expect(try await scene.commit(events) == expected)
      #expect(scene.store.totals.refused == 3)
      // Also for another that opens it, and not in another project.
      let other = try await scene.reopen()
      defer { try? other.close() }
      let request = try StoreFixture.request([events[1]])
      #expect(try await other.commit([request]) == [[.erased]])
      #expect(try await scene.commit([events[1]], project: "blog") == [.stored])
    }
  }

  @Test(
    "an anonymous id is erased without the users of its device", arguments: StoreEngine.installed)
  func anonymous(engine: StoreEngine) async throws {
    try await StoreFixture.run(engine) { scene in
      _ = try await scene.commit([
        StoreEvents.event("a", user: nil, anonymous: "device"),
        StoreEvents.event("b", user: "ada", anonymous: "device"),
        StoreEvents.event("c", user: "device"),
      ])
      let erasure = try await erase(.anonymous("device"), scene.store)
      #expect(erasure == Erasure(events: 1, anonymousIDs: []))
      #expect(try await scene.events().map(\.messageId) == ["b", "c"])
    }
  }

  @Test(
    "the defaults of a batch go with its last event, wherever in the batch that is",
    arguments: StoreEngine.installed, [0, 1, 2])
  func defaults(engine: StoreEngine, kept: Int) async throws {
    try await StoreFixture.run(engine) { scene in
      for batch in 0..<3 {
        let events = (0..<3).map { place in
          StoreEvents.event("\(batch)-\(place)", user: place == kept ? "bob" : "ada")
        }
        _ = try await scene.commit(events, more: #","context":{"batch":\#(batch)}"#)
      }
      #expect(try await erase(.user("ada"), scene.store).events == 6)
      let contexts = try await scene.events().map { $0.event["context"]?["batch"] }
      #expect(contexts == [0, 1, 2])
      #expect(try await erase(.user("bob"), scene.store).events == 3)
      if case .sqlite = engine {
        let store = try #require(scene.store as? SQLiteEventStore)
        let left = try await store.database.read { db in
          try Int.fetchOne(db, sql: "SELECT count(*) FROM batch_defaults")
        }
        #expect(left == 0)
      }
    }
  }

  @Test("an erasure that did not end continues when it is called again")
  func resumed() async throws {
    try await StoreFixture.run(.sqlite) { scene in
      let store = try #require(scene.store as? SQLiteEventStore)
      _ = try await scene.commit([
        StoreEvents.event("a", user: nil, anonymous: "own"),
        StoreEvents.event("b", user: "ada", anonymous: "own"),
      ])
      for step in 1... {
        // Every statement that deletes or records fails once.
        try await store.database.write { db in
          try db.execute(
            sql: """
              CREATE TEMP TABLE IF NOT EXISTS steps (left INTEGER);
              DELETE FROM steps; INSERT INTO steps VALUES (\(step));
              """)
          for table in ["erasures", "events"] {
            let action = table == "events" ? "DELETE" : "INSERT"
            try db.execute(
              sql: """
                CREATE TEMP TRIGGER IF NOT EXISTS fail_\(table) BEFORE \(action) ON main.\(table)
                BEGIN
                  UPDATE steps SET left = left - 1;
                  SELECT RAISE(ABORT, 'planned') WHERE (SELECT left FROM steps) = 0;
                END
                """)
          }
        }
        do {
          _ = try await erase(.user("ada"), store)
          #expect(step > 3)
          break
        } catch {
          #expect(error as? StoreFailure != nil)
          // A trigger's own change is undone with the statement; the step is past all the same.
          try await store.database.write { db in
            try db.execute(sql: "UPDATE steps SET left = 1000000")
          }
        }
      }
      #expect(try await scene.events().isEmpty)
      #expect(store.totals.removed == 2)
    }
  }

  @Test(
    "no event of the user survives an erasure beside its senders", arguments: StoreEngine.installed)
  func concurrent(engine: StoreEngine) async throws {
    try await StoreFixture.run(engine) { scene in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for writer in 0..<4 {
          group.addTask {
            for number in 0..<40 {
              let id = "\(writer)-\(number)"
              _ = try await scene.commit([
                StoreEvents.event(id, user: "ada", at: Self.past),
                StoreEvents.event(id + "-bob", user: "bob", at: Self.past),
              ])
            }
          }
        }
        group.addTask {
          while scene.store.totals.stored < 40 { await Task.yield() }
          _ = try await erase(.user("ada"), scene.store)
        }
        try await group.waitForAll()
      }
      let users = try await scene.events().map(\.userId)
      #expect(users.count == 160 && users.allSatisfy { $0 == "bob" })
      let totals = scene.store.totals
      #expect(totals.stored - totals.removed == 160)
      #expect(totals.stored + totals.refused == 320)
    }
  }

  @Test("the file of SQLite no longer contains the identifier or the events")
  func bytes() async throws {
    try await StoreFixture.run(.sqlite) { scene in
      let secret = "ada-lovelace@example.org"
      for number in 0..<50 {
        _ = try await scene.commit(
          [StoreEvents.event("m\(number)", user: secret, anonymous: "\(secret)-device")],
          more: #","context":{"mail":"\#(secret)"}"#)
        _ = try await scene.commit([StoreEvents.event("n\(number)", user: "bob")])
      }
      let files = ["", "-wal"].map { scene.folder.path("events.sqlite" + $0) }
      let contains = { () throws -> Bool in
        try files.contains {
          try Data(contentsOf: URL(filePath: $0)).range(of: Data(secret.utf8)) != nil
        }
      }
      #expect(try contains())
      #expect(try await erase(.user(secret), scene.store).events == 50)
      #expect(try !contains())
    }
  }
}
