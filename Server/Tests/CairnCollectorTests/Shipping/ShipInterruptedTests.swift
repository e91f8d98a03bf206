import Foundation
import Testing
import ToolTestSupport

@testable import CairnCollector
@testable import Shipping

@Suite(
  "cairnctl ship: an attempt whose outcome is not known",
  .enabled(if: ShippingFixture.canRun, "clickhouse-server or PostgreSQL is not installed"))
struct ShipInterruptedTests {
  /// Plans everything as one shipment, and sends it without these partitions, as a shipper that
  /// dies before it has finished.
  private func ship(_ scene: ShippingFixture, without partitions: Set<Int>) async throws {
    let (ledger, target, _) = try scene.parts()
    defer { ledger.close() }
    _ = try await ledger.resume()
    try await target.prepare(mustExist: false)
    try await eventually("everything is planned") {
      if try await ledger.plan(rows: 1_000, bytes: 1 << 20) != nil { return false }
      return try await !ledger.isBehind()
    }
    for shipment in try #require(try await ledger.resume()).unfinished {
      let block = try await ledger.read(shipment, without: partitions)
      try await target.insert(block, of: shipment)
    }
  }

  @Test(
    "after an interruption only the partitions that have not arrived are sent again",
    arguments: [[], [202_609], [0, 202_610], [202_609, 202_610, 202_611, 0]] as [Set<Int>])
  func arrived(missing: Set<Int>) async throws {
    try await ShippingFixture.run { scene in
      _ = try await scene.store.commit(ShippingFixture.events("a", 90))
      try await ship(scene, without: missing)
      try await scene.shipAll()
      try await scene.expectEqual()
    }
  }

  @Test(
    "after an interruption and an erasure no partition is stored twice",
    arguments: [[], [202_609]] as [Set<Int>])
  func erased(missing: Set<Int>) async throws {
    try await ShippingFixture.run { scene in
      _ = try await scene.store.commit(
        ShippingFixture.events("a", 60) + ShippingFixture.events("b", 60, user: "ada"))
      try await ship(scene, without: missing)
      _ = try await scene.store.store.erase(
        ErasureSubject(project: "shop", identity: .user("ada")))
      try await scene.shipAll()
      try await scene.expectEqual()
      #expect(try await scene.rows(of: "ada") == "0\n")
    }
  }

  @Test(
    "a body that was cut off is refused as a whole, and the shipment is sent again",
    arguments: InterruptingProxy.Point.allCases)
  func interrupted(point: InterruptingProxy.Point) async throws {
    try await ShippingFixture.run { scene in
      _ = try await scene.store.commit(ShippingFixture.events("a", 90))
      let count = Locked(0)
      try await InterruptingProxy.run(to: scene.clickHouse.port) { sql in
        guard sql.hasPrefix("INSERT") else { return nil }
        return count.withLock { count in
          count += 1
          return count == 1 ? point : nil
        }
      } interrupt: {
      } _: { port in
        // The answer of an interrupted request is that of a proxy whose server is away.
        let result = try await scene.ship(to: "http://127.0.0.1:\(port)/\(scene.database)")
        #expect(result.status == 0, "\(result.error)")
        #expect(point == .after || result.error.contains("status 502"), "\(result.error)")
      }
      try await scene.expectEqual()
    }
  }
}
