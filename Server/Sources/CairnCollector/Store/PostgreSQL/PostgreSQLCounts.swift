#if canImport(PostgreSQLClient)
import PostgreSQLClient

/// The counts of each project and writer, in the same transaction as the events.
///
/// Every commit writes them, also one of duplicates alone: with synchronous replication, a
/// transaction that writes nothing does not wait for the standby, and would acknowledge an event
/// that only the primary has.
enum PostgreSQLCounts {
  static func totals(_ session: borrowing PostgreSQLSession) throws -> CollectorStatistics {
    try byProject(session).values.reduce(into: CollectorStatistics()) { $0 += $1 }
  }

  static func byProject(
    _ session: borrowing PostgreSQLSession
  ) throws -> [String: CollectorStatistics] {
    let rows = try session.query(
      """
      SELECT project, sum(stored), sum(duplicates), sum(conflicts), sum(refused), sum(requests),
        sum(removed)
      FROM counts GROUP BY project
      """
    ).rows
    return Dictionary(uniqueKeysWithValues: rows.map { ($0[0] ?? "", statistics($0[1...])) })
  }

  /// Reads the counts from the columns in the order of this type's statements.
  static func statistics(_ columns: ArraySlice<String?>) -> CollectorStatistics {
    let row = columns.map { $0.flatMap { Int($0) } ?? 0 }
    var totals = CollectorStatistics()
    (totals.stored, totals.duplicatesReceived, totals.conflictsReceived) = (row[0], row[1], row[2])
    (totals.refused, totals.requests, totals.removed) = (row[3], row[4], row[5])
    return totals
  }

  static func add(
    _ counts: [String: CollectorStatistics], writer: Int64,
    _ session: borrowing PostgreSQLSession
  ) throws {
    var parameters = PostgreSQLParameters()
    let sql = insertion(counts, writer: writer, &parameters)
    try session.query(sql, parameters.values)
  }

  /// Returns the statement that adds counts to those of a writer.
  static func insertion(
    _ counts: [String: CollectorStatistics], writer: Int64, _ parameters: inout PostgreSQLParameters
  ) -> String {
    let sorted = counts.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    let columns: [KeyPath<CollectorStatistics, Int>] = [
      \.stored, \.duplicatesReceived, \.conflictsReceived, \.refused, \.requests, \.removed,
    ]
    let number = parameters.add(.integer(writer))
    let rows = parameters.add(
      [.texts(sorted.map { $0.key })]
        + columns.map { column in .integers(sorted.map { Int64($0.value[keyPath: column]) }) })
    return """
      INSERT INTO counts AS own
        (writer, project, stored, duplicates, conflicts, refused, requests, removed)
      SELECT \(number)::bigint, added.* FROM \(rows) AS added
      ON CONFLICT (project, writer) DO UPDATE SET
        stored = own.stored + excluded.stored, duplicates = own.duplicates + excluded.duplicates,
        conflicts = own.conflicts + excluded.conflicts, refused = own.refused + excluded.refused,
        requests = own.requests + excluded.requests, removed = own.removed + excluded.removed
      """
  }
}

extension CollectorStatistics {
  static func += (left: inout CollectorStatistics, right: CollectorStatistics) {
    left.stored += right.stored
    left.duplicatesReceived += right.duplicatesReceived
    left.conflictsReceived += right.conflictsReceived
    left.refused += right.refused
    left.requests += right.requests
    left.removed += right.removed
  }
}
#endif
