import CairnCollector
import Foundation
import Testing

@Suite("Health reports whether events can be stored now")
struct HealthTests {
  private let paths = ["/health", "/health/ready"]

  @Test("a collector that stored nothing yet is live and ready")
  func fresh() async throws {
    try await TestCollector.run { running in
      for path in paths + ["/health/live"] {
        let answer = try await running.client.get(path)
        #expect(answer.status == 200)
        #expect(answer.text.hasPrefix(#"{"status":"ok""#))
      }
    }
  }

  @Test(
    "a server that had a storage failure becomes ready again without a stored request"
  )
  func heals() async throws {
    try await TestCollector.run { running in
      try await DatabaseLock.execute("ALTER TABLE events RENAME TO away", at: running.databasePath)
      #expect(try await running.client.post(Batches.tracks(["m"])).status == 503)
      for path in paths { #expect(try await running.client.get(path).status == 503) }
      #expect(try await running.client.get("/health/live").status == 200)
      try await DatabaseLock.execute("ALTER TABLE away RENAME TO events", at: running.databasePath)
      for path in paths {
        try await eventually("ready again") { try await running.client.get(path).status == 200 }
      }
    }
  }

  @Test("readiness detects a problem before a request meets it")
  func ahead() async throws {
    try await TestCollector.run { running in
      try await DatabaseLock.execute("ALTER TABLE events RENAME TO away", at: running.databasePath)
      for path in paths { #expect(try await running.client.get(path).status == 503) }
    }
  }

  @Test("a database file that was removed or replaced is detected", arguments: [false, true])
  func removed(isReplaced: Bool) async throws {
    try await TestCollector.run { running in
      try FileManager.default.moveItem(
        atPath: running.databasePath, toPath: running.databasePath + ".away")
      if isReplaced {
        #expect(FileManager.default.createFile(atPath: running.databasePath, contents: Data()))
      }
      try await eventually("not ready") {
        try await running.client.get("/health/ready").status == 503
      }
      try? FileManager.default.removeItem(atPath: running.databasePath)
      try FileManager.default.moveItem(
        atPath: running.databasePath + ".away", toPath: running.databasePath)
      try await eventually("ready again") {
        try await running.client.get("/health/ready").status == 200
      }
    }
  }

  @Test("a disk with less free space than required is not ready, but still accepts events")
  func room() async throws {
    try await TestCollector.run {
      $0.minFreeBytes = .max
    } _: { running in
      let health = try await running.client.get("/health/ready")
      #expect(health.status == 503)
      let answer = try await running.client.post(Batches.tracks(["m"]))
      #expect(answer.status == 200)
    }
  }

  @Test("a locked database is not ready, also for many requests at once")
  func locked() async throws {
    try await TestCollector.run { running in
      let lock = try await DatabaseLock(running.databasePath)
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<20 {
          group.addTask { try await running.client.get("/health/ready").status }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses.allSatisfy { $0 == 503 })
      try await lock.release()
      try await eventually("ready again") {
        try await running.client.get("/health/ready").status == 200
      }
    }
  }
}
