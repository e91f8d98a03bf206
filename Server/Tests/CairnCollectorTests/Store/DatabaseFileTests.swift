import CairnCollector
import Foundation
import GRDB
import Testing

@Suite("The database file is private, complete, and of a known version")
struct DatabaseFileTests {
  private func mode(_ path: String) throws -> Int {
    try #require(
      FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
  }

  @Test("other users cannot read the database file or the files beside it")
  func mode() async throws {
    try await TestCollector.run { running in
      _ = try await running.client.post(Batches.tracks(["m"]))
      for name in ["", "-wal", "-shm"] {
        #expect(try mode(running.databasePath + name) == 0o600, "\(name)")
      }
    }
  }

  @Test(
    "a file that an older version made readable for all users is made private",
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
      // Opens a reading connection, which is closed after the writing one.
      _ = try await running.client.get("/v1/events")
    }
    try FileManager.default.copyItem(atPath: path, toPath: folder.path("copy.sqlite"))
    let count = try await DatabaseQueue(path: folder.path("copy.sqlite")).read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM events")
    }
    #expect(count == 20)
  }

  @Test("no event is acknowledged when the file was removed or replaced", arguments: [true, false])
  func gone(isReplaced: Bool) async throws {
    try await TestCollector.run { running in
      #expect(try await running.client.post(Batches.tracks(["m"])).status == 200)
      try FileManager.default.moveItem(
        atPath: running.databasePath, toPath: running.databasePath + ".aside")
      if isReplaced { try Data().write(to: URL(filePath: running.databasePath)) }
      #expect(try await running.client.post(Batches.tracks(["n"])).status == 503)
      #expect(try await running.client.get("/health/ready").status == 503)
      // The original file is restored.
      if isReplaced { try FileManager.default.removeItem(atPath: running.databasePath) }
      try FileManager.default.moveItem(
        atPath: running.databasePath + ".aside", toPath: running.databasePath)
      #expect(try await running.client.post(Batches.tracks(["n"])).status == 200)
    }
  }

  @Test("a file of a newer version is not written to")
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

  @Test("a file of the first version is read and written, and its events do not change")
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
          DROP TABLE erasures; DROP TABLE retention; DROP TABLE store; DROP TABLE copies;
          DROP TABLE activity; DROP TABLE activity_links; DROP TABLE repeats;
          ALTER TABLE counts DROP COLUMN removed;
          ALTER TABLE events DROP COLUMN batch_default;
          ALTER TABLE events DROP COLUMN digest;
          ALTER TABLE counts DROP COLUMN conflicts;
          DELETE FROM grdb_migrations WHERE identifier NOT LIKE '1:%';
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
      #expect(after.conflictsReceived == 0)
    }
  }

  @Test("events of older versions have no digest: an event with their id is a duplicate")
  func withoutDigest() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = folder.path("old.sqlite")
    try await TestCollector.run(at: path) { running in
      _ = try await running.client.post(Batches.tracks(["old"]))
    }
    try await DatabaseQueue(path: path).write { db in
      try db.execute(
        sql: """
          ALTER TABLE events DROP COLUMN digest;
          ALTER TABLE counts DROP COLUMN conflicts;
          DELETE FROM grdb_migrations WHERE identifier LIKE '3:%';
          """)
    }
    try await TestCollector.run(at: path) { running in
      let other = ["old", "new"].map { Batches.track($0, more: #","properties":{"n":2}"#) }
      let second = try await results(other, running)
      #expect(second == ["duplicate", "ok"])
      let third = ["old", "new"].map { Batches.track($0, more: #","properties":{"n":3}"#) }
      #expect(try await results(third, running) == ["duplicate", "conflict"])
      let after = running.collector.statistics()
      #expect(after.stored == 2 && after.duplicatesReceived == 2 && after.conflictsReceived == 1)
    }
  }

  private func results(_ events: [String], _ running: TestCollector) async throws -> [String] {
    try await running.client.post(Batches.body(events)).batch().results.map(\.result)
  }

  @Test("the log of the database grows during a long read, and is truncated afterwards")
  func longReader() async throws {
    try await TestCollector.run({ $0.maxBodyBytes = 4_000_000 }) { running in
      let text = String(repeating: "x", count: 30_000)
      let post = { (first: Int) async throws in
        let events = (first..<first + 100).map {
          Batches.track("m\($0)", more: #","x":"\#(text)""#)
        }
        let answer = try await running.client.post(Batches.body(events))
        #expect(answer.status == 200)
      }
      let log = { size(running.databasePath + "-wal") }
      // Another process, such as a backup: its snapshot must not change while it reads.
      let reader = try await DatabaseLock(
        running.databasePath, begin: "BEGIN; SELECT * FROM events")
      for number in 0..<12 { try await post(number * 100) }
      #expect(log() > 32 << 20)
      try await reader.release()
      for number in 12..<16 { try await post(number * 100) }
      #expect(log() <= 17 << 20)
    }
  }

  private func size(_ path: String) -> Int {
    let values = try? FileManager.default.attributesOfItem(atPath: path)
    return values?[.size] as? Int ?? 0
  }
}
