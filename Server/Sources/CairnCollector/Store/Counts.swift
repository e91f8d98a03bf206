import GRDB

/// The counts of each project, in the same database and transaction as the events.
enum Counts {
  static func add(
    _ project: String, stored: Int, duplicates: Int, refused: Int, to db: Database
  ) throws {
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO counts (project, stored, duplicates, refused, requests) VALUES (?, ?, ?, ?, 1)
        ON CONFLICT (project) DO UPDATE SET
          stored = stored + excluded.stored,
          duplicates = duplicates + excluded.duplicates,
          refused = refused + excluded.refused,
          requests = requests + 1
        """)
    try statement.execute(arguments: [project, stored, duplicates, refused])
  }

  static func totals(_ db: Database) throws -> CollectorStatistics {
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT total(stored), total(duplicates), total(refused), total(requests) FROM counts
        """)
    var totals = CollectorStatistics()
    guard let row else { return totals }
    totals.stored = row[0]
    totals.duplicatesReceived = row[1]
    totals.refused = row[2]
    totals.requests = row[3]
    return totals
  }
}
