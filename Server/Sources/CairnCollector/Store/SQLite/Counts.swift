import GRDB

/// The counts of each project and of all projects, in the same database and transaction as the
/// events.
enum Counts {
  // No project has this name. A sum over all projects would take longer with each project, and
  // without write keys every client can create projects.
  private static let all = ""

  static let totalsOfAll =
    "SELECT stored, duplicates, conflicts, refused, requests, removed FROM counts WHERE project = ?"

  static func add(_ added: CollectorStatistics, to project: String, in db: Database) throws {
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO counts (project, stored, duplicates, conflicts, refused, requests, removed)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (project) DO UPDATE SET
          stored = stored + excluded.stored,
          duplicates = duplicates + excluded.duplicates,
          conflicts = conflicts + excluded.conflicts,
          refused = refused + excluded.refused,
          requests = requests + excluded.requests,
          removed = removed + excluded.removed
        """)
    for name in [project, all] {
      try statement.execute(arguments: [
        name, added.stored, added.duplicatesReceived, added.conflictsReceived, added.refused,
        added.requests, added.removed,
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
    try Row.fetchOne(db, sql: totalsOfAll, arguments: [all]).map(statistics)
      ?? CollectorStatistics()
  }

  static func byProject(_ db: Database) throws -> [String: CollectorStatistics] {
    let sql = """
      SELECT stored, duplicates, conflicts, refused, requests, removed, project FROM counts
      WHERE project != ?
      """
    let rows = try Row.fetchAll(db, sql: sql, arguments: [all])
    return Dictionary(uniqueKeysWithValues: rows.map { ($0["project"], statistics($0)) })
  }

  static func statistics(_ row: Row) -> CollectorStatistics {
    var totals = CollectorStatistics()
    totals.stored = row[0]
    totals.duplicatesReceived = row[1]
    totals.conflictsReceived = row[2]
    totals.refused = row[3]
    totals.requests = row[4]
    totals.removed = row[5]
    return totals
  }
}
