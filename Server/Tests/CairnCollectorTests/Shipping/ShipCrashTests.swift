import Foundation
import PostgreSQLClient
import Testing
import ToolTestSupport

@testable import CairnCollector
@testable import Shipping

@Suite(
  "cairnctl ship: killed at every step while events are stored and users are erased",
  .enabled(if: ShippingFixture.canRun, "clickhouse-server or PostgreSQL is not installed"))
struct ShipCrashTests {
  /// Where a shipper is killed.
  enum Death: CaseIterable {
    /// After the plan: ClickHouse has received nothing, a part of the body, or everything.
    case beforeInsert, insideInsert, afterInsert
    /// ClickHouse has answered, and PostgreSQL has not recorded it.
    case beforeDone
    /// While an erasure is carried over.
    case beforeDelete, afterDelete, beforeErasureIsDone

    var statement: String {
      switch self {
      case .beforeInsert, .insideInsert, .afterInsert, .beforeDone: "INSERT"
      case .beforeDelete, .afterDelete, .beforeErasureIsDone: "ALTER"
      }
    }

    var point: InterruptingProxy.Point {
      switch self {
      case .beforeInsert, .beforeDelete: .before
      case .insideInsert: .inside
      default: .after
      }
    }

    /// The statement in PostgreSQL that must not be reached.
    var blocked: String? {
      switch self {
      case .beforeDone: "shipments"
      case .beforeErasureIsDone: "projection_erasures"
      default: nil
      }
    }
  }

  private static let kills = 56

  @Test("after 56 kills, both have the same events, each once, without FINAL")
  func kills() async throws {
    try await ShippingFixture.run { scene in
      let isOver = Locked(false)
      async let erased = write(scene, until: isOver)
      for number in 0..<Self.kills {
        try await die(Death.allCases[number % Death.allCases.count], number, scene)
      }
      isOver.withLock { $0 = true }
      let users = try await erased
      try await scene.shipAll("--rows", "100")
      try await scene.expectEqual()
      try await scene.expectEqual(final: true)
      #expect(users.count > 5)
      for user in users { #expect(try await scene.rows(of: user) == "0\n") }
      #expect(try await scene.sql("SELECT 1 FROM projection_erasures").isEmpty)
      #expect(try await scene.sql("SELECT 1 FROM shipments WHERE shipped IS NULL").isEmpty)
    }
  }

  /// Stores events without a pause, and erases users some time after their events.
  ///
  /// - Returns: The erased users.
  private func write(_ scene: ShippingFixture, until isOver: Locked<Bool>) async throws -> [String]
  {
    let store = try await scene.store.reopen()
    defer { try? store.close() }
    var users: [String] = []
    var number = 0
    while !isOver.withLock({ $0 }) {
      let user = "user-\(number / 4)"
      let request = try StoreFixture.request(
        ShippingFixture.events("w\(number)", 20, user: user), project: "p\(number % 3)")
      _ = try await store.commit([request])
      if number % 4 == 3, number >= 40 {
        let gone = "user-\(number / 4 - 8)"
        for project in 0..<3 {
          _ = try await store.erase(
            ErasureSubject(project: "p\(project)", identity: .user(gone)))
        }
        users.append(gone)
      }
      number += 1
      // tidy:allow(sleep) A pace, not a wait: shippers have to keep up with the writer.
      try await Task.sleep(for: .milliseconds(20))
    }
    return users
  }

  /// Runs a shipper that is killed at that point.
  private func die(_ death: Death, _ number: Int, _ scene: ShippingFixture) async throws {
    let shipper = Locked<Int32>(0)
    let isDead = Locked(false)
    let seen = Locked(0)
    let (store, blocked) = (scene.store.url, death.blocked)
    // The number of statements that pass before differs from life to life.
    let passing = number / Death.allCases.count % 2
    try await InterruptingProxy.run(to: scene.clickHouse.port) { sql in
      guard sql.hasPrefix(death.statement), !isDead.withLock({ $0 }) else { return nil }
      return seen.withLock { seen in
        seen += 1
        return seen == passing + 1 || death.statement == "ALTER" ? death.point : nil
      }
    } interrupt: {
      if isDead.withLock({ dead in
        defer { dead = true }; return dead
      }) {
        return
      }
      guard let blocked else {
        kill(shipper.withLock { $0 }, SIGKILL)
        return
      }
      await Self.killLater(shipper, blocking: blocked, store)
    } _: { port in
      let process = Process()
      process.executableURL = Command.tool
      process.arguments = [
        "ship", "--from", scene.store.url, "--to", "http://127.0.0.1:\(port)/\(scene.database)",
        "--rows", "60",
      ]
      process.standardError = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      shipper.withLock { $0 = process.processIdentifier }
      let ended = await offThread { () -> Int32 in
        process.waitUntilExit()
        return process.terminationStatus
      }
      #expect(process.terminationReason == .uncaughtSignal && ended == SIGKILL, "\(death)")
    }
  }

  /// Locks a table, so that the shipper waits there when it has its answer, and kills it then.
  private static func killLater(
    _ shipper: Locked<Int32>, blocking table: String, _ url: String
  ) async {
    let blocker = PostgreSQLConnection(url, defaults: [:])
    _ = try? await blocker.run {
      try $0.script("BEGIN; LOCK TABLE \(table) IN SHARE MODE").affected
    }
    Task {
      try? await eventually("the shipper waits") {
        try await blocker.run { session in
          try session.script(
            """
            SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
              AND application_name = 'cairn-ship' AND wait_event_type = 'Lock'
            """
          ).rows.count == 1
        }
      }
      kill(shipper.withLock { $0 }, SIGKILL)
      blocker.close()
    }
  }
}
