import Foundation
import PostgreSQLClient
import Testing

@testable import CairnCollector

/// A database that `pg_dump` and `psql` moved to another server, whose transactions have lower
/// numbers.
@Suite("PostgreSQL: a restored dump is refused by every reader until it is in order")
struct RestoredDumpTests {
  /// Runs the body with a store of which the event `b` has a number of the other server.
  private func restored(_ body: (StoreFixture) async throws -> Void) async throws {
    guard StoreEngine.installed.contains(.postgresql) else { return }
    try await StoreFixture.run(.postgresql) { scene in
      for id in ["a", "b", "c"] { _ = try await scene.commit([StoreEvents.event(id)]) }
      try await scene.store.settle()
      try await Self.run("UPDATE events SET xid = '88888888' WHERE message_id = 'b'", scene.url)
      try await body(scene)
    }
  }

  private static func run(_ sql: String, _ url: String) async throws {
    let connection = PostgreSQLConnection(url, defaults: [:])
    defer { connection.close() }
    _ = try await connection.run { try $0.script(sql).rows.count }
  }

  private static func statement(in text: String) throws -> String {
    String(text[try #require(text.firstRange(of: "UPDATE")).lowerBound...])
  }

  @Test("pages, exports and copies are refused, also those that seem complete")
  func readers() async throws {
    try await restored { scene in
      let changes: [@Sendable (inout EventsQuery) -> Void] = [
        { _ in }, { $0.limit = 1 }, { $0.name = "Seen" }, { $0.id = "a" }, { $0.name = "None" },
        {
          $0.project = "shop"
          $0.subject = .user("u")
        },
      ]
      for change in changes {
        var query = EventsQuery()
        change(&query)
        let error = await #expect(throws: StoreFailure.self) { try await scene.store.page(query) }
        #expect("\(error.map { "\($0)" } ?? "")".contains("UPDATE events"))
      }
      for limit in [1, 2, 1_000] {
        await #expect(throws: StoreFailure.self) {
          try await scene.store.copy(after: nil, limit: limit)
        }
      }
    }
  }

  @Test("the store is not ready, and the reason has the statement after which everything is read")
  func statement() async throws {
    try await restored { scene in
      guard case .unready(let reason) = await scene.store.readiness() else {
        Issue.record("ready")
        return
      }
      try await Self.run(try Self.statement(in: reason), scene.url)
      #expect(try await Set(scene.events(limit: 1).map(\.messageId)) == ["a", "b", "c"])
      let other = try await scene.reopen()
      #expect(await other.readiness() == .ready)
      try other.close()
      var query = EventsQuery()
      query.after = "88888888.1"
      await #expect(throws: StoreFailure.invalidCursor) { try await scene.store.page(query) }
    }
  }

  @Test("the answers have the statement; questions, which do not read in order, are answered")
  func answers() async throws {
    try await restored { scene in
      try await TestCollector.run {
        $0.storeURL = scene.url
      } _: { running in
        let paths = ["/v1/events?limit=1", "/v1/events?id=a", "/v1/users/u/export?project=shop"]
        for path in paths {
          let answer = try await running.client.get(path)
          #expect(answer.status == 503)
          let message = try answer.error().message
          #expect(message.contains("UPDATE events SET xid"), "\(message)")
        }
        #expect(try await running.client.get("/health/ready").status == 503)
        for path in ["trend?name=Seen", "search?project=shop"] {
          let path = "/v1/\(path)" + (path.contains("project") ? "" : "&project=shop")
          #expect(try await running.client.get(path).status == 200, "\(path)")
        }
      }
    }
  }

  @Test("a 503 for a request that reads does not mention storing")
  func reading() async throws {
    guard let server = PostgreSQLServer.shared else { return }
    let url = try await server.database()
    try await TestCollector.run {
      $0.storeURL = url
    } _: { running in
      #expect(try await running.client.post(Batches.tracks(["a"])).status == 200)
      try await Self.run("ALTER TABLE events RENAME TO away; DROP TABLE activity", url)
      for path in ["/v1/events", "/v1/users/u/export?project=p", "/v1/names?project=p"] {
        let answer = try await running.client.get(path)
        #expect(answer.status == 503, "\(path)")
        #expect(try answer.error().message.contains("could not be read"), "\(path)")
      }
    }
  }

  @Test("a dump of one server that is restored into another one is refused until it is in order")
  func dump() async throws {
    guard StoreEngine.installed.contains(.postgresql) else { return }
    let (old, new) = (try PostgreSQLServer.start([]), try PostgreSQLServer.start([]))
    try await StoreFixture.run(.postgresql, on: old) { scene in
      _ = try await scene.commit([StoreEvents.event("early")])
      let many = "FOR i IN 1..5000 LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP;"
      try await Self.run("DO $$ BEGIN \(many) END $$", scene.url)
      for id in ["a", "b", "c"] { _ = try await scene.commit([StoreEvents.event(id)]) }
      let url = try await new.database()
      let status = await offThread {
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = [
          "-c", "pg_dump -d \"$0\" | psql -q -v ON_ERROR_STOP=1 -d \"$1\" > /dev/null", scene.url,
          url,
        ]
        try? shell.run()
        shell.waitUntilExit()
        return shell.terminationStatus
      }
      #expect(status == 0)
      let store = PostgreSQLEventStore(url: url, statementTimeout: .seconds(240))
      try await store.migrate()
      let error = await #expect(throws: StoreFailure.self) { try await store.page(EventsQuery()) }
      try await Self.run(try Self.statement(in: "\(try #require(error))"), url)
      _ = try await store.commit([try StoreFixture.request([StoreEvents.event("d")])])
      try await store.settle()
      let rows = try await store.page(EventsQuery()).events.map { try StoredRow($0).messageId }
      #expect(Set(rows.prefix(4)) == ["early", "a", "b", "c"] && rows.last == "d")
      try store.close()
    }
  }
}
