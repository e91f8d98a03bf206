#if canImport(PostgreSQLClient)
import PostgreSQLClient

extension ShippingLedger {
  /// Finished shipments are kept for a look at the last ones.
  private static let kept = 1_000

  /// Plans the next range, of about these sizes; nil when there is nothing to ship.
  ///
  /// A range ends with a transaction, because a position inside one could not be compared with the
  /// oldest open transaction: what that will commit has a lower number than later ones.
  func plan(rows: Int, bytes: Int) async throws -> Shipment? {
    let projection = projection
    let stamp = Int64.random(in: 1...Int64.max)
    return try await write { session in
      let planned = try session.query(
        """
        WITH last AS (
          SELECT number, hi FROM shipments WHERE projection = $1 ORDER BY number DESC LIMIT 1
        ), position AS (
          SELECT coalesce((SELECT number FROM last), 0) + 1 AS number,
            coalesce((SELECT hi FROM last), '0'::xid8) AS lo
        ), next AS (
          SELECT xid, sequence, octet_length(body) AS size FROM events
          WHERE xid > (SELECT lo FROM position) AND xid < pg_snapshot_xmin(pg_current_snapshot())
          ORDER BY xid, sequence LIMIT $2
        ), sized AS (
          SELECT xid, sum(size) OVER (ORDER BY xid, sequence ROWS UNBOUNDED PRECEDING) AS bytes
          FROM next
        ), range AS (
          SELECT coalesce(
            (SELECT xid FROM sized WHERE bytes <= $3 ORDER BY xid DESC LIMIT 1),
            (SELECT xid FROM sized ORDER BY xid LIMIT 1)) AS hi
        )
        INSERT INTO shipments (projection, number, stamp, lo, hi, rows)
        SELECT $1, number, $4, lo, hi,
          (SELECT count(*) FROM events WHERE xid > lo AND xid <= hi)
        FROM position, range WHERE hi IS NOT NULL AND NOT \(RestoredDumpError.condition)
        RETURNING number, stamp, lo, hi, rows
        """,
        [.text(projection), .integer(Int64(rows)), .integer(Int64(bytes)), .integer(stamp)]
      ).rows
      if planned.isEmpty { try Self.checkOrder(projection, session) }
      return planned.first.flatMap(Shipment.init)
    }
  }

  /// Fails if there is nothing to ship because the database is a dump of another server.
  private static func checkOrder(
    _ projection: String, _ session: borrowing PostgreSQLSession
  ) throws {
    let row = try session.query(
      """
      SELECT \(RestoredDumpError.condition), EXISTS (
        SELECT 1 FROM shipments
        WHERE projection = $1 AND hi >= pg_snapshot_xmax(pg_current_snapshot()))
      """, [.text(projection)]
    ).rows[0]
    if row[0] == "t" { throw RestoredDumpError.events }
    if row[1] == "t" { throw RestoredDumpError.position }
  }

  /// Returns whether events that were committed before the start of the run are not planned yet.
  func isBehind() async throws -> Bool {
    let (projection, state) = (projection, state)
    return try await run { session in
      try session.query(
        """
        SELECT EXISTS (
          SELECT 1 FROM events WHERE xid < $2::text::xid8 AND xid > coalesce((
            SELECT hi FROM shipments WHERE projection = $1 ORDER BY number DESC LIMIT 1), '0'))
        """, [.text(projection), .text(state.goal)]
      ).rows[0][0] == "t"
    }
  }

  /// Reads the events of the shipment, without those of these partitions.
  ///
  /// Days that retention is deleting are left out: ClickHouse may have deleted them already.
  package func read(
    _ shipment: Shipment, without partitions: Set<Int> = []
  ) async throws -> EventBlock {
    try await run { session in
      var block = EventBlock()
      var isFirst = true
      try session.copy(Self.copySQL(shipment)) { message in
        defer { isFirst = false }
        guard let row = try BinaryRow(message, isFirst: isFirst) else { return }
        try block.append(row, stamp: shipment.stamp, without: partitions)
      }
      return block
    }
  }

  /// Returns the statement that reads the events of the shipment.
  package static func copySQL(_ shipment: Shipment) -> String {
    """
    COPY (
      SELECT \(EventBlock.source)
      FROM events LEFT JOIN batch_defaults ON batch_defaults.id = batch_default
      WHERE xid > '\(shipment.after)' AND xid <= '\(shipment.through)'
        AND NOT (day >= date '1970-01-01' AND day < date '1970-01-01'
          + coalesce((SELECT kept_from FROM retention), 0)::int)
      ORDER BY xid, sequence
    ) TO STDOUT (FORMAT binary)
    """
  }

  func finish(_ shipment: Shipment, rows: Int) async throws {
    let projection = projection
    try await write { session in
      let updated = try session.query(
        """
        UPDATE shipments SET shipped = $3
        WHERE projection = $1 AND number = $2 AND shipped IS NULL AND stamp = $4
        """,
        [
          .text(projection), .integer(shipment.number), .integer(Int64(rows)),
          .integer(shipment.stamp),
        ]
      ).affected
      guard updated == 1 else {
        throw PostgreSQLError(message: "the shipment was finished already")
      }
      try session.query(
        "DELETE FROM shipments WHERE projection = $1 AND number <= $2",
        [.text(projection), .integer(shipment.number - Int64(Self.kept))])
    }
  }

  /// Returns how far the projection is behind.
  package func lag() async throws -> ShippingLag {
    let projection = projection
    return try await run { session in
      let row = try session.query(
        """
        WITH shipped AS (
          SELECT coalesce((
            SELECT hi FROM shipments WHERE projection = $1 AND shipped IS NOT NULL
            ORDER BY number DESC LIMIT 1), '0'::xid8) AS hi
        )
        SELECT
          (SELECT count(*) FROM (
            SELECT 1 FROM events WHERE xid > (SELECT hi FROM shipped) LIMIT $2) AS waiting),
          (SELECT received_at FROM events WHERE xid > (SELECT hi FROM shipped)
            ORDER BY xid, sequence LIMIT 1),
          (extract(epoch FROM clock_timestamp()) * 1000000)::bigint
        """, [.text(projection), .integer(Int64(ShippingLag.maxEvents))]
      ).rows[0].map { $0.flatMap { Int64($0) } }
      let seconds = row[1].flatMap { oldest in row[2].map { Double($0 - oldest) / 1_000_000 } }
      return ShippingLag(events: Int(row[0] ?? 0), seconds: max(0, seconds ?? 0))
    }
  }
}
#endif
