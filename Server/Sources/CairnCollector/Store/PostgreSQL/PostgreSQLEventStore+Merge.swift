#if canImport(PostgreSQLClient)
import PostgreSQLClient

// Each commit adds rows to the activity, so that collectors do not wait for each other. Answers
// would take longer with many short rows, so these are merged.
extension PostgreSQLEventStore {
  /// Rows with at least as many events are not merged.
  private static let fullEvents = 500

  /// Merges in the background, if that is due.
  func mergeActivityIfDue() {
    guard let hours = state.withLock({ $0.merge.begin(at: .now) }) else { return }
    // A failure leaves the rows as they are; a later merge continues.
    Task.detached { [self] in
      try? await mergeActivity(hours)
      state.withLock { $0.merge.end() }
    }
  }

  /// Merges the short rows of each of the hours.
  func mergeActivity(_ hours: ActivityMerge.Hours = .all) async throws(StoreFailure) {
    let (state, timeout) = (state, timeout)
    try await read { session in
      for hour in try Self.find(hours, session) {
        guard !state.withLock({ $0.isClosed }) else { return }
        do {
          try Self.merge(hour.project.text, hour.hour, session, within: timeout)
        } catch let error as PostgreSQLError where error.sqlState != nil {
          // One hour, such as one with too many rows, does not keep the others from it.
        }
      }
    }
  }

  /// Returns those of the hours that have several short rows of a name.
  private static func find(
    _ hours: ActivityMerge.Hours, _ session: borrowing PostgreSQLSession
  ) throws -> [ActivityMerge.Hour] {
    var (condition, values) = ("", [PostgreSQLValue]())
    if case .some(let hours) = hours {
      condition = "AND (project, hour) IN (SELECT * FROM unnest($1::text[], $2::bigint[]))"
      values = [.texts(hours.map(\.project.text)), .integers(hours.map(\.hour))]
    }
    return try session.query(
      """
      SELECT project, hour FROM activity WHERE events < \(fullEvents) \(condition)
      GROUP BY project, hour HAVING count(*) > 3 * count(DISTINCT coalesce(name, ''))
      ORDER BY project, hour
      """, values
    ).rows.compactMap { row in
      guard let project = row[0], let hour = row[1].flatMap({ Int64($0) }) else { return nil }
      return ActivityMerge.Hour(project: ExactText(project), hour: hour)
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
