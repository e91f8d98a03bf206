import CairnCollector
import Foundation
import GRDB
import Testing

@Suite("The file of the database is its owner's, whole, and of a known version")
struct DatabaseFileTests {
  private func mode(_ path: String) throws -> Int {
    try #require(
      FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
  }

  @Test("nobody else may read it, nor the files beside it")
  func mode() async throws {
    try await TestCollector.run { running in
      _ = try await running.client.post(Batches.tracks(["m"]))
      for name in ["", "-wal", "-shm"] {
        #expect(try mode(running.databasePath + name) == 0o600, "\(name)")
      }
    }
  }

  @Test(
    "a file that an older version made for everybody is closed to others",
    arguments: [0o644, 0o666, 0o640])
  func older(before: Int) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = folder.path("old.sqlite")
    try await TestCollector.run(at: path) { _ in }
    try FileManager.default.setAttributes([.posixPermissions: before], ofItemAtPath: path)
    try await TestCollector.run(at: path) { running in
      let after = try mode(running.databasePath)
      #expect(after == (before == 0o640 ? 0o640 : 0o600))
    }
  }

  @Test("a copy of the one file has all events after the end")
  func merged() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = folder.path("events.sqlite")
    try await TestCollector.run(at: path) { running in
      for number in 0..<20 { _ = try await running.client.post(Batches.tracks(["m\(number)"])) }
      // A reader, whose connection is closed after the one that writes.
      _ = try await running.client.get("/v1/events")
    }
    try FileManager.default.copyItem(atPath: path, toPath: folder.path("copy.sqlite"))
    let count = try await DatabaseQueue(path: folder.path("copy.sqlite")).read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM events")
    }
    #expect(count == 20)
  }

  @Test("what a newer version made is not written to")
  func newer() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = folder.path("new.sqlite")
    try await TestCollector.run(at: path) { _ in }
    try await DatabaseQueue(path: path).write { db in
      try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('99: of tomorrow')")
    }
    let error = #expect(throws: CollectorError.self) {
      try Collector(CollectorConfiguration(databasePath: path))
    }
    #expect(error?.code == .databaseUnavailable)
    #expect(error?.message.contains("newer version") == true)
  }

  @Test("a file of the first version is read and written, and its events stay as they were")
  func firstVersion() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = folder.path("old.sqlite")
    try await TestCollector.run(at: path) { _ in }
    let body = Batches.track("old", more: #","context":{"a":1}"#)
    try await DatabaseQueue(path: path).write { db in
      try db.execute(
        sql: """
          DROP TABLE batch_defaults; DROP TABLE readiness;
          ALTER TABLE events DROP COLUMN batch_default;
          DELETE FROM grdb_migrations WHERE identifier LIKE '2:%';
          DELETE FROM counts;
          INSERT INTO counts VALUES ('KEY', 3, 2, 1, 4), ('OTHER', 30, 20, 10, 40);
          INSERT INTO events (project, message_id, type, timestamp, received_at, body)
          VALUES ('KEY', 'old', 'track', 0, 0, '\(body)')
          """)
    }
    try await TestCollector.run(at: path) { running in
      let before = running.collector.statistics()
      #expect(before.stored == 33 && before.duplicatesReceived == 22)
      #expect(before.refused == 11 && before.requests == 44)
      let batch = Batches.body(
        [Batches.track("old"), Batches.track("new")], more: #","context":{"a":2}"#)
      let reply = try await running.client.post(batch).batch()
      #expect(reply.results.map(\.result) == ["duplicate", "ok"])
      let contexts = try await running.client.get("/v1/events").page().events.map {
        $0.event["context"]
      }
      #expect(contexts == [["a": 1], ["a": 2]])
      let after = running.collector.statistics()
      #expect(after.stored == 34 && after.duplicatesReceived == 23 && after.requests == 45)
    }
  }
}
