#if canImport(PostgreSQLClient)
import Cairn
import CairnServer
import NIOCore
import PostgreSQLClient
import Shipping
import ToolSupport

/// Both engines without the shipper, for the shipments of one run.
struct ShipmentEngines: Sendable {
  private let name: String
  private let source: DatabaseCluster
  private let target: ClickHouseNode

  init(_ name: String, _ source: DatabaseCluster, _ target: ClickHouseNode) {
    self.name = name
    self.source = source
    self.target = target
  }

  /// Reads the rows of each shipment from PostgreSQL, and inserts its bytes into ClickHouse.
  func run() async throws -> ShipRun {
    let connection = PostgreSQLConnection(
      source.url, defaults: PostgreSQLConnection.defaults(application: "cairnlab"))
    defer { connection.close() }
    _ = try await target.query("CREATE TABLE \(name).alone AS \(name).events")
    // The bytes of a shipment, as the shipper makes them; another projection has its own lock.
    let ledger = ShippingLedger(url: source.url, projection: "\(name)-alone")
    defer { ledger.close() }
    _ = try await ledger.restart()
    let shipments = try await shipments(connection)
    var result = ShipRun(shipments: shipments.count, shipping: 0, reading: 0, inserting: 0)
    for shipment in shipments {
      result.reading += try await reading(shipment, connection)
      let block = try await ledger.read(shipment)
      result.inserting += try await inserting(block)
    }
    return result
  }

  private func shipments(_ connection: PostgreSQLConnection) async throws -> [Shipment] {
    try await connection.run { [name] session in
      try session.query(
        """
        SELECT number, stamp, lo, hi, rows FROM shipments WHERE projection = $1 ORDER BY number
        """, [.text(name)]
      ).rows.compactMap(Shipment.init)
    }
  }

  /// Returns the nanoseconds of reading.
  private func reading(
    _ shipment: Shipment, _ connection: PostgreSQLConnection
  ) async throws -> Int {
    try await connection.run { session in
      let start = Stopwatch.nanoseconds()
      var rows = 0
      try session.copy(ShippingLedger.copySQL(shipment)) { _ in rows += 1 }
      guard rows >= shipment.rows else { throw ClusterFailure("rows are missing") }
      return Stopwatch.nanoseconds() - start
    }
  }

  /// Returns the nanoseconds of inserting.
  private func inserting(_ block: EventBlock) async throws -> Int {
    var bytes: [UInt8] = []
    for part in block.parts { bytes += part.readableBytesView }
    let start = Stopwatch.nanoseconds()
    try await target.insert("INSERT INTO \(name).alone FORMAT Native", bytes)
    return Stopwatch.nanoseconds() - start
  }
}
#endif
