import Foundation
import Testing
import ToolTestSupport

@testable import CairnCollector
@testable import Shipping

@Suite(
  "cairnctl ship: events that PostgreSQL deletes are deleted in ClickHouse",
  .enabled(if: ShippingFixture.canRun, "clickhouse-server or PostgreSQL is not installed"))
struct ShipRemovalTests {
  @Test("an erased user is erased, and the list of what was erased is emptied")
  func erasure() async throws {
    try await ShippingFixture.run { scene in
      for user in ["ada", "bob"] {
        _ = try await scene.store.commit(ShippingFixture.events(user, 30, user: user))
      }
      try await scene.shipAll()
      #expect(try await scene.rows(of: "ada") == "30\n")
      _ = try await scene.store.store.erase(
        ErasureSubject(project: "shop", identity: .user("ada")))
      #expect(try await scene.sql("SELECT count(*)::text FROM projection_erasures") == ["30"])
      let result = try await scene.ship()
      #expect(result.status == 0 && result.error.contains("erased 30 events"), "\(result.error)")
      #expect(try await scene.rows(of: "ada") == "0\n")
      #expect(try await scene.rows(of: "bob") == "30\n")
      #expect(try await scene.sql("SELECT count(*)::text FROM projection_erasures") == ["0"])
      try await scene.expectEqual()
    }
  }

  @Test("the list names no user, no event and no project")
  func list() async throws {
    try await ShippingFixture.run { scene in
      let columns = try await scene.sql(
        """
        SELECT column_name || ' ' || data_type FROM information_schema.columns
        WHERE table_name = 'projection_erasures' ORDER BY ordinal_position
        """)
      #expect(columns == ["projection text", "xid xid8", "sequence bigint", "day date"])
    }
  }

  @Test("without a projection nothing is listed; after the registration everything is")
  func registration() async throws {
    try await ShippingFixture.run { scene in
      _ = try await scene.store.commit(ShippingFixture.events("a", 3, user: "ada"))
      _ = try await scene.store.commit(ShippingFixture.events("b", 3, user: "bob"))
      let erase = { (user: String) in
        _ = try await scene.store.store.erase(
          ErasureSubject(project: "shop", identity: .user(user)))
      }
      try await erase("ada")
      #expect(try await scene.sql("SELECT 1 FROM projection_erasures").isEmpty)
      let (ledger, _, _) = try scene.parts()
      defer { ledger.close() }
      _ = try await ledger.resume()
      // By whoever: also a deletion that knows nothing of projections.
      try await scene.sql("DELETE FROM events WHERE message_id LIKE 'b%'")
      try await erase("bob")
      #expect(try await scene.sql("SELECT count(*)::text FROM projection_erasures") == ["3"])
    }
  }

  @Test("an event whose id was erased and stored again stays in ClickHouse")
  func storedAgain() async throws {
    try await ShippingFixture.run { scene in
      _ = try await scene.store.commit([StoreEvents.event("a", user: "ada")])
      try await scene.shipAll()
      _ = try await scene.store.store.erase(
        ErasureSubject(project: "shop", identity: .user("ada")))
      #expect(try await scene.store.commit([StoreEvents.event("a", user: "bob")]) == [.stored])
      try await scene.shipAll()
      try await scene.expectEqual()
      #expect(try await scene.rows(of: "bob") == "1\n")
    }
  }

  @Test("retention drops whole months, and deletes the days of others")
  func retention() async throws {
    try await ShippingFixture.run { scene in
      let november = 20_758
      let days = [november - 40, november - 1, november, november + 9, november + 10, 50, 60_000]
      let events = days.enumerated().map { index, day in
        StoreEvents.event(StoreEvents.id(milliseconds: Int64(day) * 86_400_000, index))
      }
      _ = try await scene.store.commit(events + [StoreEvents.event("without a day")])
      try await scene.shipAll()
      try await scene.expectEqual()
      let removed = try await scene.store.store.prune(before: EventDay(Int64(november + 10)))
      #expect(removed == 5)
      // Retention is carried over by day, not by event.
      #expect(try await scene.sql("SELECT 1 FROM projection_erasures").isEmpty)
      try await scene.shipAll()
      try await scene.expectEqual()
      let rows = try await scene.clickHouse.rows("SELECT count() FROM \(scene.table)")
      #expect(rows == ["3"])
      let kept = try await scene.sql("SELECT kept_from::text FROM projections")
      #expect(kept == ["\(november + 10)"])
    }
  }

  @Test(
    "events that retention is deleting in PostgreSQL are not shipped after ClickHouse's deletion")
  func retentionInProgress() async throws {
    try await ShippingFixture.run { scene in
      let old = StoreEvents.event(StoreEvents.id(milliseconds: 20_000 * 86_400_000, 1))
      _ = try await scene.store.commit([old, StoreEvents.event("without a day")])
      // Retention is recorded before the first deletion.
      try await scene.sql("INSERT INTO retention (id, kept_from) VALUES (1, 20001)")
      try await scene.shipAll()
      let rows = try await scene.clickHouse.rows("SELECT message_id FROM \(scene.table)")
      #expect(rows == ["without a day"])
    }
  }
}
