import AsyncHTTPClient
import Foundation
import PostgreSQLClient
import Testing
import ToolTestSupport

@testable import CairnCollector
@testable import Shipping

@Suite(
  "cairnctl ship: PostgreSQL and ClickHouse have the same events",
  .enabled(if: ShippingFixture.canRun, "clickhouse-server or PostgreSQL is not installed"))
struct ShipTests {
  @Test("each event arrives once, whatever its size of shipment; a second run ships nothing")
  func all() async throws {
    try await ShippingFixture.run { scene in
      for batch in 0..<20 {
        _ = try await scene.store.commit(
          ShippingFixture.events("b\(batch)", 25), project: "p\(batch % 2)")
      }
      let first = try await scene.ship("--rows", "60")
      #expect(first.status == 0 && first.error.contains("shipped 500 events"), "\(first.error)")
      try await scene.expectEqual()
      let shipments = try await scene.sql("SELECT rows::text FROM shipments ORDER BY number")
      #expect(shipments.count > 5 && shipments.allSatisfy { (Int($0) ?? 99) <= 75 })
      let second = try await scene.ship()
      #expect(second.status == 0 && second.error.isEmpty, "\(second.error)")
      try await scene.expectEqual()
    }
  }

  @Test("every value arrives as PostgreSQL has it")
  func values() async throws {
    try await ShippingFixture.run { scene in
      let hostile = "a\u{0B}\u{01}\\N\\t'\"\u{FEFF}é\u{1F469}\u{200D}\u{1F4BB}e\u{0301}"
      let json = String(decoding: try JSONEncoder().encode(hostile), as: UTF8.self)
      let event = """
        {"type":"track","event":\(json),"userId":\(json),"anonymousId":"x","messageId":\(json),
        "timestamp":"0000-01-01T00:00:00.000001Z","sentAt":"soon\\t",
        "properties":{"nul":"\\u0000","big":18446744073709551615}}
        """
      _ = try await scene.store.commit(
        [event], more: #","context":{"os":{"name":"Linux"}},"integrations":{"All":true}"#)
      try await scene.shipAll()
      let expected = try await scene.sql(
        """
        SELECT encode(convert_to(concat_ws('|', message_id, coalesce(name, ''),
          coalesce(user_id, ''), coalesce(anonymous_id, ''), "timestamp",
          coalesce(original_timestamp, ''), coalesce(sent_at, ''), received_at, body,
          coalesce(context, ''), coalesce(integrations, ''), xid, sequence), 'UTF8'), 'hex')
        FROM events LEFT JOIN batch_defaults ON id = batch_default
        """)
      let found = try await scene.clickHouse.rows(
        """
        SELECT lower(hex(concat(message_id, '|', name, '|', ifNull(user_id, ''), '|',
          ifNull(anonymous_id, ''), '|', toString(timestamp_us), '|',
          ifNull(original_timestamp, ''), '|', ifNull(sent_at, ''), '|', toString(received_us),
          '|', body, '|', context, '|', integrations, '|', toString(xid), '|',
          toString(sequence)))) FROM \(scene.table)
        """)
      #expect(found == expected && found.count == 1)
    }
  }

  @Test("events after an open transaction are shipped only when it has committed")
  func open() async throws {
    // An open transaction delays the readers of all databases of a server.
    let server = ClickHouseServer.isInstalled ? try PostgreSQLServer.start([]) : nil
    try await ShippingFixture.run(postgreSQL: server) { scene in
      _ = try await scene.store.commit([StoreEvents.event("early")])
      let slow = PostgreSQLConnection(scene.store.url, defaults: [:])
      let copy = """
        BEGIN; INSERT INTO events (day, project, message_id, sequence, type, "timestamp",
          received_at, body, digest)
        SELECT day, project, 'slow', -1, type, "timestamp", received_at, body, digest FROM events
        """
      _ = try await slow.run { try $0.script(copy).affected }
      _ = try await scene.store.commit([StoreEvents.event("late")])
      async let shipping: Void = scene.shipAll()
      try await eventually("the shipper has shipped what it may") {
        try await scene.sql("SELECT shipped::text FROM shipments") == ["1"]
      }
      #expect(try await scene.clickHouse.rows("SELECT message_id FROM \(scene.table)") == ["early"])
      _ = try await slow.run { try $0.script("COMMIT").affected }
      slow.close()
      try await shipping
      try await scene.expectEqual()
    }
  }

  @Test("many months of a hostile sender do not stop the shipper")
  func months() async throws {
    try await ShippingFixture.run { scene in
      let events = (0..<400).map { month in
        StoreEvents.event(
          StoreEvents.id(milliseconds: Int64(month) * 30 * 86_400_000 * 20, month))
      }
      _ = try await scene.store.commit(events)
      try await scene.shipAll()
      try await scene.expectEqual()
    }
  }

  @Test("where two shippers run, one works; the other waits, or with --once exits with 75")
  func two() async throws {
    try await ShippingFixture.run { scene in
      let (ledger, _, _) = try scene.parts()
      #expect(try await ledger.resume()?.hasShipped == false)
      let busy = try await scene.ship()
      #expect(busy.status == 75 && busy.error == "cairnctl: another shipper is running\n")
      ledger.close()
      _ = try await scene.store.commit(ShippingFixture.events("a", 3))
      try await scene.shipAll()
      try await scene.expectEqual()
    }
  }

  @Test("a permanent error ends the run, without the password in its message")
  func refused() async throws {
    try await ShippingFixture.run { scene in
      let address = scene.target.replacing("http://", with: "http://ada:wr%40ng@")
      let refused = try await scene.ship(to: address)
      #expect(refused.status == 1 && refused.error.contains("cairnctl: ClickHouse: "))
      #expect(!refused.error.contains("wr%40ng") && !refused.error.contains("wr@ng"))
      let right = try await scene.ship(
        to: scene.target.replacing("http://", with: "http://ada:s%40cret@"))
      #expect(right.status == 0, "\(right.error)")
      let wrong = try await scene.ship("--table", "a b")
      #expect(wrong.status == 64 && wrong.error.contains("letters, digits and _"))
    }
  }

  @Test("a table that was dropped is reported, and --restart ships everything again")
  func restart() async throws {
    try await ShippingFixture.run { scene in
      _ = try await scene.store.commit(ShippingFixture.events("a", 10))
      try await scene.shipAll()
      try await scene.clickHouse.query("DROP TABLE \(scene.table)")
      let refused = try await scene.ship()
      #expect(refused.status == 1 && refused.error.contains("there is no table events"))
      try await scene.shipAll("--restart")
      try await scene.expectEqual()
      try await scene.shipAll("--restart")
      try await scene.expectEqual(final: true)
    }
  }

  @Test("a dump of another server is refused with the remedy, after which everything is shipped")
  func restored() async throws {
    try await ShippingFixture.run { scene in
      for name in ["a", "b", "c"] {
        _ = try await scene.store.commit(ShippingFixture.events(name, 3))
      }
      try await scene.store.store.settle()
      try await scene.sql("UPDATE events SET xid = '88888888' WHERE message_id LIKE 'b%'")
      let refused = try await scene.ship()
      #expect(refused.status == 1)
      let remedy = try #require(refused.error.firstRange(of: "UPDATE"))
      #expect(try await scene.sql("SELECT count(*)::text FROM shipments") == ["0"])
      try await scene.sql(String(refused.error[remedy.lowerBound...]))
      try await scene.shipAll()
      try await scene.expectEqual()
    }
  }

  @Test("a position of another server is refused, and --restart ships everything again")
  func restoredPosition() async throws {
    try await ShippingFixture.run { scene in
      _ = try await scene.store.commit(ShippingFixture.events("a", 5))
      try await scene.shipAll()
      try await scene.sql("UPDATE shipments SET hi = '88888888'")
      _ = try await scene.store.commit(ShippingFixture.events("b", 5))
      let refused = try await scene.ship()
      #expect(refused.status == 1 && refused.error.contains("--restart"), "\(refused.error)")
      try await scene.shipAll("--restart")
      try await scene.expectEqual(final: true)
    }
  }

  @Test("the first run reports no deletion by retention, and an unreachable server with its reason")
  func messages() async throws {
    try await ShippingFixture.run { scene in
      _ = try await scene.store.store.prune(before: EventDay(20_000))
      _ = try await scene.store.commit(ShippingFixture.events("a", 3))
      let first = try await scene.ship()
      #expect(first.status == 0 && !first.error.contains("retention"), "\(first.error)")
      var limits = Shipper.Limits()
      limits.maximumAttempts = 1
      let address = try #require(ClickHouseAddress("http://127.0.0.1:1/default"))
      let (ledger, _, table) = try scene.parts()
      let http = HTTPClient(configuration: ClickHouseClient.configuration)
      let target = ClickHouseTarget(ClickHouseClient(http), [address], table)
      let result = try await Shipper(ledger, target, limits: limits).run(once: true)
      ledger.close()
      try await http.shutdown()
      let reason = "ClickHouse: no response from http://127.0.0.1:1: Connection refused"
      #expect(result.failure == reason)
    }
  }
}
