import GRDB

/// The counts of each project and of all together, in the same database and transaction as the events.
enum Counts {
  // No project has this name. A sum over all of them would take longer with each project, and without write keys everybody
  // makes projects.
  private static let all = ""

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
    for name in [project, all] {
      try statement.execute(arguments: [name, stored, duplicates, refused])
    }
  }

  static func totals(_ db: Database) throws -> CollectorStatistics {
    let row = try Row.fetchOne(
      db, sql: "SELECT stored, duplicates, refused, requests FROM counts WHERE project = ?",
      arguments: [all])
    var totals = CollectorStatistics()
    guard let row else { return totals }
    totals.stored = row[0]
    totals.duplicatesReceived = row[1]
    totals.refused = row[2]
    totals.requests = row[3]
    return totals
  }
}
