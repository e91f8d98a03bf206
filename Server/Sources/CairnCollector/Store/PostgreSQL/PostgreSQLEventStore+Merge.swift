#if canImport(PostgreSQLClient)
import Foundation
import PostgreSQLClient

// Each commit adds rows to the activity, so that collectors do not wait for each other. Answers
// would take longer with many short rows, so these are merged.
extension PostgreSQLEventStore {
  /// The time between two merges by a collector.
  private static let mergePause = Duration.seconds(600)
  /// A collector that added this many rows merges earlier.
  private static let rowsBetweenMerges = 10_000
  /// Rows with at least as many events are not merged.
  private static let fullEvents = 500

  /// Merges in the background, if the last merge was long ago.
  func mergeActivityIfDue() {
    let now = ContinuousClock.now
    let isDue = state.withLock { state in
      let last = state.lastMerge ?? now
      let isDue =
        now - last >= Self.mergePause || state.rowsSinceMerge >= Self.rowsBetweenMerges
      if isDue || state.lastMerge == nil { state.lastMerge = now }
      if isDue { state.rowsSinceMerge = 0 }
      return isDue
    }
    guard isDue else { return }
    // A failure leaves the rows as they are; the next merge continues.
    Task.detached { [self] in try? await mergeActivity() }
  }

  /// Merges the short rows of each hour.
  func mergeActivity() async throws(StoreFailure) {
    let timeout = timeout
    try await read { session in
      let hours = try session.query(
        """
        SELECT project, hour FROM activity WHERE events < \(Self.fullEvents)
        GROUP BY project, hour HAVING count(*) > 3 * count(DISTINCT coalesce(name, ''))
        ORDER BY project, hour
        """
      ).rows
      for row in hours {
        guard let project = row[0], let hour = row[1].flatMap({ Int64($0) }) else { continue }
        try Self.merge(project, hour, session, within: timeout)
      }
    }
  }

  private static func merge(
    _ project: String, _ hour: Int64, _ session: borrowing PostgreSQLSession,
    within limit: Duration
  ) throws {
    try session.transaction { _ in
      // A removal must not miss an event because its row is replaced meanwhile.
      let isFree = try session.query(
        "SELECT pg_try_advisory_xact_lock(\(PostgreSQLSchema.activityLock))"
      ).rows[0][0]
      if isFree == "t" {
        try session.query(
          """
          WITH old AS (
            DELETE FROM activity WHERE project = $1 AND hour = $2 AND events < \(fullEvents)
            RETURNING id, name, events, first, last, entries),
          numbered AS (
            SELECT *, (sum(events) OVER (PARTITION BY name ORDER BY id) - 1)::bigint / 2000 AS part
            FROM old)
          INSERT INTO activity (project, hour, name, events, first, last, entries)
          SELECT $1, $2, name, sum(events)::bigint, min(first), max(last),
            string_agg(entries, ''::bytea ORDER BY id)
          FROM numbered GROUP BY name, part
          """, [.text(project), .integer(hour)])
      }
      try end(session, within: limit)
    }
  }
}
#endif
