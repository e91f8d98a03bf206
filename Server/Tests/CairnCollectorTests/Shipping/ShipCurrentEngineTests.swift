import Foundation
import NIOCore
import Testing
import ToolTestSupport

@testable import CairnCollector
@testable import Shipping

private enum CurrentEngine {
  static let python = ProcessInfo.processInfo.environment["CAIRN_CHDB_PYTHON"]
}

/// The current engine exists as a Python package alone (chdb-core), which has 180 MB: not for each
/// machine.
@Suite(
  "The current version of ClickHouse reads the table and the blocks",
  .enabled(
    if: ShippingFixture.canRun && CurrentEngine.python != nil,
    "CAIRN_CHDB_PYTHON is not the path of a Python with chdb-core"))
struct ShipCurrentEngineTests {
  /// Arguments: the queries of the features, of the table and of the INSERT, the file, the
  /// settings.
  private static let script = """
    import sys, json
    from chdb.session import Session
    features, create, insert, path, settings = sys.argv[1:6]
    session = Session()
    session.query("CREATE DATABASE IF NOT EXISTS shop")
    known = set(str(session.query(features, "TabSeparated")).split())
    session.query(create)
    for name, value in json.loads(settings).items():
        if name != "query_id": session.query(f"SET {name} = '{value}'")
    for _ in range(2):
        session.query(insert.replace("FORMAT Native", f"FROM INFILE '{path}' FORMAT Native"))
    print(" ".join(sorted(known)))
    print(session.query("SELECT count(), uniqExact(message_id), uniqExact(toYYYYMM(day)), "
      "countIf(toUInt16(day) = 0), sum(sequence), max(toString(timestamp)) FROM shop.events", "TabSeparated"))
    """

  @Test("ClickHouse stores repeated bytes once")
  func block() async throws {
    try await ShippingFixture.run { scene in
      _ = try await scene.store.commit(ShippingFixture.events("a", 90))
      let (ledger, _, _) = try scene.parts()
      defer { ledger.close() }
      _ = try await ledger.resume()
      let planned = Locked<Shipment?>(nil)
      try await eventually("a shipment is planned") {
        let shipment = try await ledger.plan(rows: 1_000, bytes: 1 << 20)
        planned.withLock { $0 = shipment }
        return shipment != nil
      }
      let shipment = try #require(planned.withLock { $0 })
      let parts = try await ledger.read(shipment).parts
      let file = scene.store.folder.path("block.native")
      try Data(parts.flatMap { $0.readableBytesView }).write(to: URL(filePath: file))
      let features = ClickHouseFeatures([
        "async_insert", "insert_deduplication_token", "max_partitions_per_insert_block",
        "non_replicated_deduplication_window",
      ])
      let table = try #require(ClickHouseTable(database: "shop", name: "events"))
      let settings = try JSONEncoder().encode(features.insert(shipment))
      let python = try #require(CurrentEngine.python)
      let result = try await offThread {
        Result {
          try Command.run(
            URL(filePath: python),
            [
              "-c", Self.script, ClickHouseFeatures.query, table.create(features), table.insert,
              file, String(decoding: settings, as: UTF8.self),
            ])
        }
      }.get()
      let lines = result.output.split(separator: "\n").map(String.init)
      let sum = try await scene.sql("SELECT sum(sequence)::text FROM events")[0]
      let latest = try await scene.sql(
        "SELECT to_char(to_timestamp(max(\"timestamp\") / 1000000) AT TIME ZONE 'UTC', "
          + "'YYYY-MM-DD HH24:MI:SS') FROM events")[0]
      #expect(
        lines == [
          "async_insert insert_deduplication_token max_partitions_per_insert_block "
            + "non_replicated_deduplication_window",
          "90\t90\t4\t30\t\(sum)\t\(latest)",
        ], "\(result.error.suffix(600))")
    }
  }
}
