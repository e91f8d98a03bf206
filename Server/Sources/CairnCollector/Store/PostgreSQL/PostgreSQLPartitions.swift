#if canImport(PostgreSQLClient)
import Foundation
import PostgreSQLClient

/// A partition for each day around today; all other days are in one.
///
/// A sender chooses the day in an id: a partition for each would let it create any number.
enum PostgreSQLPartitions {
  private static let (past, future): (Int64, Int64) = (3, 3)

  static func create(
    _ session: borrowing PostgreSQLSession, _ state: Locked<PostgreSQLEventStore.State>,
    within limit: Duration
  ) throws {
    let today = EventDay(Int64(Date().timeIntervalSince1970 * 1_000) / EventDay.milliseconds)
    let until = state.withLock { $0.partitionedUntil }
    guard until.number < today.number + 1 else { return }
    for number in max(until.number + 1, today.number - past)...(today.number + future) {
      try create(EventDay(number), session, limit)
    }
    state.withLock { $0.partitionedUntil = EventDay(today.number + future) }
  }

  static func name(_ day: EventDay) -> String {
    "events_" + day.description.replacing("-", with: "")
  }

  /// Returns the partitions of days before this one.
  static func names(
    before day: EventDay, _ session: borrowing PostgreSQLSession
  ) throws -> [String] {
    try session.query(
      """
      SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
      WHERE inhparent = 'events'::regclass AND relname ~ '^events_[0-9]{8}$' AND relname < $1
      ORDER BY relname
      """, [.text(name(day))]
    ).rows.compactMap { $0[0] }
  }

  /// Drops a partition without events, unless a reader uses the table.
  ///
  /// A transaction that waits for a lock of the table delays all that come after it.
  static func dropIfEmpty(_ name: String, _ session: borrowing PostgreSQLSession) throws {
    try session.script(
      """
      SET LOCAL lock_timeout = '500ms';
      DO $$ BEGIN
        LOCK TABLE events IN ACCESS EXCLUSIVE MODE;
        IF NOT EXISTS (SELECT FROM \(name)) THEN DROP TABLE \(name); END IF;
      EXCEPTION WHEN lock_not_available OR undefined_table THEN NULL;
      END $$;
      """)
  }

  private static func create(
    _ day: EventDay, _ session: borrowing PostgreSQLSession, _ limit: Duration
  ) throws {
    // To create a partition that is there would wait for all commits in progress as well.
    let known = try session.query("SELECT to_regclass($1)::text", [.text(name(day))])
    guard known.rows.first?[0] == nil else { return }
    do {
      try session.transaction(
        "SELECT pg_advisory_xact_lock(\(PostgreSQLSchema.migrationLock))"
      ) { _ in
        try session.script(
          """
          CREATE TABLE IF NOT EXISTS \(name(day)) PARTITION OF events
          FOR VALUES FROM ('\(day)') TO ('\(EventDay(day.number + 1))')
          """)
        try PostgreSQLEventStore.end(session, within: limit)
      }
    } catch let error as PostgreSQLError where error.sqlState == "23514" {
      // Events of this day are in the other partition, and stay there.
    }
  }
}
#endif
