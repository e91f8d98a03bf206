import GRDB

/// The counts of each project and of all projects, in the same database and transaction as the
/// events.
enum Counts {
  // No project has this name. A sum over all projects would take longer with each project, and
  // without write keys every client can create projects.
  private static let all = ""

  static let totalsOfAll =
    "SELECT stored, duplicates, conflicts, refused, requests FROM counts WHERE project = ?"

  static func add(
    _ project: String, _ results: [StoreResult], refused: Int, to db: Database
  ) throws {
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO counts (project, stored, duplicates, conflicts, refused, requests)
        VALUES (?, ?, ?, ?, ?, 1)
        ON CONFLICT (project) DO UPDATE SET
          stored = stored + excluded.stored,
          duplicates = duplicates + excluded.duplicates,
          conflicts = conflicts + excluded.conflicts,
          refused = refused + excluded.refused,
          requests = requests + 1
        """)
    let (stored, duplicates, conflicts) = (
      results.count { $0 == .stored }, results.count { $0 == .duplicate },
      results.count { $0 == .conflict }
    )
    for name in [project, all] {
      try statement.execute(arguments: [name, stored, duplicates, conflicts, refused])
    }
  }

  static func totals(_ db: Database) throws -> CollectorStatistics {
    let row = try Row.fetchOne(db, sql: totalsOfAll, arguments: [all])
    var totals = CollectorStatistics()
    guard let row else { return totals }
    totals.stored = row[0]
    totals.duplicatesReceived = row[1]
    totals.conflictsReceived = row[2]
    totals.refused = row[3]
    totals.requests = row[4]
    return totals
  }
}
