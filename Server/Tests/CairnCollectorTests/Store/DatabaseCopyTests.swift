import Foundation
import GRDB
import Testing
import ToolTestSupport

@testable import CairnCollector

@Suite("A SQLite database is copied while a collector writes")
struct DatabaseCopyTests {
  @Test("a copy under load has what was acknowledged before, and can be restored")
  func underLoad() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = folder.path("events.sqlite")
    try await TestCollector.run(at: path) { running in
      let isOver = Locked(false)
      let acknowledged = Locked<Set<String>>([])
      async let load: Void = withThrowingTaskGroup(of: Void.self) { group in
        for client in 0..<4 {
          group.addTask {
            for batch in 0... {
              if isOver.withLock({ $0 }) { return }
              let ids = (0..<100).map { "\(client)-\(batch)-\($0)" }
              let reply = try await running.client.post(Batches.tracks(ids)).batch()
              #expect(reply.accepted == 100)
              acknowledged.withLock { $0.formUnion(ids) }
            }
          }
        }
        try await group.waitForAll()
      }
      for number in 0..<5 {
        let known = acknowledged.withLock { $0.count }
        try await eventually("more events are stored") {
          acknowledged.withLock { $0.count } >= known + 500
        }
        let before = acknowledged.withLock { $0 }
        let copy = folder.path("copy-\(number).sqlite")
        let result = try await Self.tool("backup", copy, "--database", path)
        #expect(result.status == 0, "\(result.error)")
        let ids = try Self.ids(copy)
        #expect(before.isSubset(of: ids) && Set(ids).count == ids.count)
        #expect(result.output.contains(": \(ids.count) events, "))
        #expect(!FileManager.default.fileExists(atPath: copy + "-wal"))
      }
      isOver.withLock { $0 = true }
      try await load
    }
    let (copy, restored) = (folder.path("copy-4.sqlite"), folder.path("restored.sqlite"))
    #expect(try await Self.tool("restore", copy, "--database", restored).status == 0)
    let ids = try Self.ids(copy)
    try await TestCollector.run(at: restored) { running in
      #expect(running.collector.statistics().stored == ids.count)
      let reply = try await running.client.post(Batches.tracks([ids[0], "new"])).batch()
      #expect(reply.results.map(\.result) == ["duplicate", "ok"])
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path(""))
    #expect(!left.contains { $0.contains("partial") })
    let mode = try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions]
    #expect((mode as? NSNumber)?.intValue == 0o600)
  }

  @Test("nothing is overwritten, neither a database nor the log of a former one")
  func existing() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = try await Self.database(folder)
    for name in ["there", "former-wal", "former-shm"] {
      try Data("x".utf8).write(to: URL(fileURLWithPath: folder.path(name)))
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: folder.path("nowhere"))
    for (name, blocking) in [("there", "there"), ("former", "former-wal"), ("link", "link")] {
      let result = try await Self.tool("restore", path, "--database", folder.path(name))
      #expect(result.status == 1 && result.error.contains("\(blocking) exists"))
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path("there"))) == Data("x".utf8))
    let missing = try await Self.tool("backup", folder.path("c"), "--database", folder.path("none"))
    #expect(missing.status == 1 && missing.error.contains("there is no database"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("none")))
  }

  @Test("a copy that is damaged, foreign or in contradiction to its counts is not published")
  func damaged() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = try await Self.database(folder)
    let damages: [(String) throws -> Void] = [
      { path in
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        for page in stride(from: 8, to: 40, by: 2) {
          try file.seek(toOffset: UInt64(page * 4_096))
          try file.write(contentsOf: Data(repeating: 0xee, count: 300))
        }
        try file.close()
      },
      { path in
        try DatabaseQueue(path: path).write {
          try $0.execute(sql: "DELETE FROM events WHERE sequence = 7")
        }
      },
      { path in try DatabaseQueue(path: path).write { try $0.execute(sql: "DROP TABLE counts") } },
      { path in try Data("no database".utf8).write(to: URL(fileURLWithPath: path)) },
    ]
    for (number, damage) in damages.enumerated() {
      let bad = folder.path("bad-\(number).sqlite")
      try FileManager.default.copyItem(atPath: path, toPath: bad)
      try damage(bad)
      let restored = folder.path("restored-\(number).sqlite")
      let result = try await Self.tool("restore", bad, "--database", restored)
      #expect(result.status == 1 && !result.error.isEmpty, "\(number)")
      #expect(!FileManager.default.fileExists(atPath: restored), "\(number)")
    }
  }

  @Test("a copy that is killed has no name, or is complete")
  func killed() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let path = try await Self.database(folder, batches: 60)
    for number in 0..<10 {
      let copy = folder.path("killed-\(number).sqlite")
      let process = try RunningProcess([
        Command.tool.path, "store", "backup", copy, "--database", path,
      ])
      // Killed as soon as there is a file of some size, which is greater each time.
      try await eventually("it copies") {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(""))
        let sizes = names.filter { $0.hasPrefix("killed-\(number)") }.map { name in
          let values = try? FileManager.default.attributesOfItem(atPath: folder.path(name))
          return (values?[.size] as? NSNumber)?.intValue ?? 0
        }
        return !process.isRunning || sizes.contains { $0 >= number * 500_000 }
      }
      process.crash()
      guard FileManager.default.fileExists(atPath: copy) else { continue }
      #expect(try Self.ids(copy).count == 30_000)
    }
  }

  private static func database(
    _ folder: TemporaryFolder, batches: Int = 4
  ) async throws -> String {
    let path = folder.path("source.sqlite")
    try await TestCollector.run(at: path) { running in
      for batch in 0..<batches {
        let body = Batches.tracks((0..<500).map { "\(batch)-\($0)" })
        let reply = try await running.client.post(body).batch()
        #expect(reply.accepted == 500)
      }
    }
    return path
  }

  private static func tool(_ arguments: String...) async throws -> Command.Result {
    try await offThread { Result { try Command.run(["store"] + arguments) } }.get()
  }

  private static func ids(_ path: String) throws -> [String] {
    let database = try DatabaseQueue(path: path)
    let (ids, counted) = try database.read { db in
      (
        try String.fetchAll(db, sql: "SELECT message_id FROM events"),
        try Int.fetchOne(db, sql: "SELECT stored - removed FROM counts WHERE project = ''")
      )
    }
    try database.close()
    #expect(counted == ids.count)
    return ids
  }
}
