#if canImport(PostgreSQLClient)
import PostgreSQLClient

extension ShippingLedger {
  /// Returns the first day that is kept, when ClickHouse has not deleted the days before it.
  func retention() async throws -> Int64? {
    let projection = projection
    return try await run { session in
      try session.query(
        """
        SELECT retention.kept_from FROM retention, projections
        WHERE projections.name = $1 AND retention.kept_from > projections.kept_from
        """, [.text(projection)]
      ).rows.first?[0].flatMap { Int64($0) }
    }
  }

  /// Records that ClickHouse has no rows before that day.
  func pruned(before day: Int64) async throws {
    let projection = projection
    try await write { session in
      try session.query(
        "UPDATE projections SET kept_from = greatest(kept_from, $2) WHERE name = $1",
        [.text(projection), .integer(day)])
    }
  }

  /// Returns some of the events that were removed from PostgreSQL, and may be in ClickHouse.
  func erasures(limit: Int) async throws -> [EventPosition] {
    let projection = projection
    return try await run { session in
      let rows = try session.query(
        """
        SELECT xid, sequence, day - date '1970-01-01' FROM projection_erasures
        WHERE projection = $1 ORDER BY xid, sequence LIMIT $2
        """, [.text(projection), .integer(Int64(limit))]
      ).rows
      return rows.compactMap { row in
        guard let xid = row[0].flatMap({ UInt64($0) }), let day = row[2].flatMap({ Int32($0) }),
          let sequence = row[1].flatMap({ Int64($0) })
        else { return nil }
        return EventPosition(transaction: xid, sequence: sequence, day: day)
      }
    }
  }

  /// Records that ClickHouse does not have these events.
  func erased(_ positions: [EventPosition]) async throws {
    let projection = projection
    try await write { session in
      try session.query(
        """
        DELETE FROM projection_erasures AS listed
        USING unnest($2::text[], $3::bigint[]) AS gone (xid, sequence)
        WHERE listed.projection = $1 AND listed.xid = gone.xid::xid8
          AND listed.sequence = gone.sequence
        """,
        [
          .text(projection), .texts(positions.map { "\($0.transaction)" }),
          .integers(positions.map(\.sequence)),
        ])
    }
  }
}
#endif
