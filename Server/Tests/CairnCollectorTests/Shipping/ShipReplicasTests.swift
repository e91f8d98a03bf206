import Foundation
import Testing
import ToolTestSupport

@testable import CairnCollector
@testable import Shipping

@Suite(
  "cairnctl ship: replicas",
  .enabled(
    if: ShippingFixture.canRun && (Installed.isInCI || ZooKeeperServer.isInstalled),
    "clickhouse-server, ZooKeeper or PostgreSQL is not installed"))
struct ShipReplicasTests {
  @Test("a replica is killed after it accepted a shipment: both have each event once")
  func killed() async throws {
    let zooKeeper = try ZooKeeperServer.start()
    let first = try ClickHouseServer.start(zooKeeper: zooKeeper.port, replica: "r1")
    let second = try ClickHouseServer.start(zooKeeper: zooKeeper.port, replica: "r2")
    try await second.waitUntilReady()
    try await ShippingFixture.run(on: first) { scene in
      try await second.query("CREATE DATABASE \(scene.database)")
      _ = try await scene.store.commit(ShippingFixture.events("a", 60))
      let count = Locked(0)
      try await InterruptingProxy.run(to: first.port) { sql in
        guard sql.hasPrefix("INSERT") else { return nil }
        return count.withLock { count in
          count += 1
          return count == 2 ? .after : nil
        }
      } interrupt: {
        try? await first.process.crash()
      } _: { port in
        try await ship(scene, port, second)
        _ = try await scene.store.commit(ShippingFixture.events("b", 60, user: "ada"))
        try await ship(scene, port, second)
      }
      try first.restart()
      try await first.waitUntilReady()
      try await eventually("the replicas have the same rows") {
        for server in [first, second] {
          let rows = try? await server.query("SELECT count() FROM \(scene.table)")
          if rows != "120\n" { return false }
        }
        return true
      }
      try await scene.expectEqual()
      _ = try await scene.store.store.erase(
        ErasureSubject(project: "shop", identity: .user("ada")))
      try await ship(scene, first.port, second)
      try await scene.expectEqual()
      try await eventually("the other replica has erased them") {
        try await second.query("SELECT count() FROM \(scene.table)") == "60\n"
      }
    }
  }

  private func ship(
    _ scene: ShippingFixture, _ port: Int, _ second: ClickHouseServer
  ) async throws {
    let result = try await scene.ship(
      "--to", second.url(scene.database), "--replicated", "/cairn/\(scene.database)",
      to: "http://127.0.0.1:\(port)/\(scene.database)")
    let states = result.status == 0 ? "" : await states(scene, [scene.clickHouse, second])
    #expect(result.status == 0, "\(result.error)\(states)")
  }

  /// Returns the servers' unfinished work, for the message of a failed test.
  private func states(_ scene: ShippingFixture, _ servers: [ClickHouseServer]) async -> String {
    var text = ""
    for server in servers {
      for table in ["mutations", "replication_queue", "replicas"] {
        let sql =
          "SELECT * FROM system.\(table) WHERE database = '\(scene.database)' FORMAT Vertical"
        text += "\n\(server.port) \(table):\n" + ((try? await server.query(sql)) ?? "no answer")
      }
    }
    return text
  }
}
