import GRDB

/// The counts of each project and of all projects, in the same database and transaction as the
/// events.
enum Counts {
  // No project has this name. A sum over all projects would take longer with each project, and
  // without write keys every client can create projects.
  private static let all = ""

  static let totalsOfAll =
    "SELECT stored, duplicates, conflicts, refused, requests, removed FROM counts WHERE project = ?"

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
    let counts = StoreResultCounts(results)
    for name in [project, all] {
      try statement.execute(arguments: [
        name, counts.stored, counts.duplicates, counts.conflicts, refused + counts.refused,
      ])
    }
  }

  /// Counts stored events that were deleted.
  static func remove(_ count: Int, from project: String, in db: Database) throws {
    for name in [project, all] {
      try db.execute(
        sql: "UPDATE counts SET removed = removed + ? WHERE project = ?", arguments: [count, name])
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
    totals.removed = row[5]
    return totals
  }
}
