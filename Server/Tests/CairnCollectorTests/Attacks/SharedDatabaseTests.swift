import CairnCollector
import Counterparts
import Foundation
import GRDB
import Testing

@Suite("Several collectors and a backup on one database file lose no event")
struct SharedDatabaseTests {
  @Test("two collectors on one file store each event once")
  func twoCollectors() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = folder.path("shared.sqlite")
    try await TestCollector.run(at: path) { first in
      try await TestCollector.run(at: path) { second in
        let replies = try await withThrowingTaskGroup(of: [TestAnswer].self) { group in
          for client in [first.client, second.client, first.client, second.client] {
            group.addTask {
              var answers: [TestAnswer] = []
              for batch in 0..<25 {
                answers.append(
                  try await client.post(Batches.tracks((0..<10).map { "m\(batch)-\($0)" })))
              }
              return answers
            }
          }
          return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(replies.allSatisfy { $0.status == 200 })
        #expect(try replies.reduce(0) { try $0 + $1.batch().accepted } == 250)
        #expect(try replies.reduce(0) { try $0 + $1.batch().duplicates } == 750)
        let counts = try await first.client.get("/v1/events?limit=1000").page().events.count
        #expect(counts == 250)
      }
    }
  }

  @Test("a backup that is made while it runs is whole, and has all that was acknowledged before")
  func backup() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try await TestCollector.run { running in
      let before = (0..<200).map { "m\($0)" }
      _ = try await running.client.post(Batches.tracks(before))
      let copy = folder.path("copy.sqlite")
      try await Bystander(running: running).beside {
        // Copies one page at a time, so that commits happen in between.
        let script = """
          import sqlite3, sys
          source, copy = (sqlite3.connect(path) for path in sys.argv[1:])
          source.backup(copy, pages=1, sleep=0.001)
          """
        try await Tool(["python3", "-c", script, running.databasePath, copy]).finish()
      }
      let (check, ids) = try await DatabaseQueue(path: copy).read { db in
        (
          try String.fetchAll(db, sql: "PRAGMA integrity_check"),
          try String.fetchSet(db, sql: "SELECT message_id FROM events")
        )
      }
      #expect(check == ["ok"])
      #expect(ids.isSuperset(of: before))
    }
  }

  @Test(
    "a full disk is answered 503, loses no acknowledged event, and works again with free space",
    .needsMount)
  func fullDisk() async throws {
    let disk = try TemporaryFolder()
    defer { disk.remove() }
    try await Tool(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", disk.url.path]).finish()
    do {
      try await TestCollector.run(at: disk.path("events.sqlite"), { $0.minFreeBytes = 0 }) {
        try await fill($0, disk)
      }
    } catch {
      _ = try? await Tool(["umount", "-l", disk.url.path]).finish()
      throw error
    }
    try await Tool(["umount", "-l", disk.url.path]).finish()
  }

  private func fill(_ running: TestCollector, _ disk: TemporaryFolder) async throws {
    let text = String(repeating: "x", count: 20_000)
    let post = { (id: String) in
      try await running.client.post(
        Batches.body([Batches.track(id, more: #","x":"\#(text)""#)]))
    }
    var acknowledged: Set<String> = []
    var refused = ""
    for number in 0..<1_000 where refused.isEmpty {
      let answer = try await post("m\(number)")
      #expect([200, 503].contains(answer.status))
      if answer.status == 200 { acknowledged.insert("m\(number)") } else { refused = "m\(number)" }
    }
    #expect(!refused.isEmpty)
    // The few bytes that were too few for an event may suffice for the check.
    let filler = disk.path("filler")
    _ = try? await Tool(["dd", "if=/dev/zero", "of=\(filler)", "bs=512"]).finish()
    try await eventually("not ready") {
      try await running.client.get("/health/ready").status == 503
    }
    try await Tool(["mount", "-o", "remount,size=64m", disk.url.path]).finish()
    try await eventually("ready again") {
      try await running.client.get("/health/ready").status == 200
    }
    #expect(try await post(refused).batch().accepted == 1)
    let stored = try await DatabaseQueue(path: running.databasePath).read { db in
      try String.fetchSet(db, sql: "SELECT message_id FROM events")
    }
    #expect(stored == acknowledged.union([refused]))
  }
}

extension Trait where Self == ConditionTrait {
  /// Only root may mount a file system; in CI the test fails without root.
  fileprivate static var needsMount: Self {
    .enabled(
      if: geteuid() == 0 || ProcessInfo.processInfo.environment["CI"] == "true",
      "only root may mount a file system")
  }
}
