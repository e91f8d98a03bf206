import Foundation
import GRDB

extension SQLiteEventStore: CopyableStore {
  func name() async throws(StoreFailure) -> String {
    try await read { try String.fetchOne($0, sql: "SELECT name FROM store") ?? "" }
  }

  /// Does nothing: an event can be read as soon as it is committed.
  func settle() async {}

  func copy(after position: String?, limit: Int) async throws(StoreFailure) -> CopiedPage {
    guard let after = Int64(position ?? "0") else { throw .invalidCursor }
    return try await read { db in
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT events.*, context, integrations, count AS repeats
          FROM events LEFT JOIN batch_defaults ON batch_defaults.id = batch_default
            LEFT JOIN repeats USING (project, message_id)
          WHERE sequence > ? ORDER BY sequence LIMIT ?
          """, arguments: [after, limit])
      var page = CopiedPage()
      while let row = try rows.next() {
        guard let event = CheckedEvent(row) else { continue }
        page.add(
          event, project: row["project"], batch: row["batch_default"],
          defaults: BatchDefaults.keys.map { row[$0] }, at: "\(row["sequence"] as Int64)",
          repeats: row["repeats"])
      }
      return page
    }
  }

  func tombstones() async throws(StoreFailure) -> [Tombstone] {
    try await read { db in
      try Row.fetchAll(db, sql: "SELECT project, subject, erased_at FROM erasures").map {
        Tombstone(project: $0[0], subject: $0[1], erasedAt: $0[2])
      }
    }
  }

  func keptFrom() async throws(StoreFailure) -> EventDay? {
    try await read { db in
      try Int64.fetchOne(db, sql: "SELECT kept_from FROM retention").map(EventDay.init)
    }
  }

  func summary() async throws(StoreFailure) -> [String: ProjectSummary] {
    try await read { db in
      var summary = try Counts.byProject(db).mapValues { ProjectSummary(counts: $0) }
      let rows = try Row.fetchAll(db, sql: "SELECT project, count(*) FROM events GROUP BY project")
      for row in rows { summary[row[0], default: ProjectSummary()].events = row[1] }
      return summary
    }
  }

  func position(in source: String) async throws(StoreFailure) -> String? {
    try await read { db in
      try String.fetchOne(
        db, sql: "SELECT position FROM copies WHERE source = ? AND project = ''",
        arguments: [source])
    }
  }

  func insert(_ page: CopiedPage, from source: String) async throws(StoreFailure) -> Int {
    try await write { db in
      let removals = try Removals(db)
      var inserted = 0
      var activity = ActivityChange()
      for request in page.requests {
        let results = try request.insertEvents(into: db, removals, &activity)
        let added = CopiedCounts.adding(results)
        try Counts.add(added, to: request.project, in: db)
        var copied = CollectorStatistics()
        copied.stored = results.count
        try Self.add(copied, from: source, project: request.project, in: db)
        inserted += added.stored - added.removed
      }
      try ActivityTable.add(activity, in: db)
      for repeated in page.repeats { try Repeats.add(repeated, in: db) }
      try db.execute(
        sql: """
          INSERT INTO copies (source, project, position) VALUES (?, '', ?)
          ON CONFLICT (source, project) DO UPDATE SET position = excluded.position
          """, arguments: [source, page.position])
      return inserted
    }
  }

  func subjects(
    of tombstones: [Tombstone]
  ) async throws(StoreFailure) -> [(ErasureSubject, Int64)] {
    try await read { db in
      var finder = TombstoneFinder(tombstones)
      for isUser in [true, false] {
        let rows = try Row.fetchCursor(
          db,
          sql: isUser
            ? "SELECT DISTINCT project, user_id FROM events WHERE user_id IS NOT NULL"
            : "SELECT DISTINCT project, anonymous_id FROM events WHERE anonymous_id IS NOT NULL")
        while let row = try rows.next() {
          finder.look(at: row[1], isUser: isUser, in: row[0])
        }
      }
      return finder.found
    }
  }

  func insert(
    _ counts: [String: CollectorStatistics], from source: String
  ) async throws(StoreFailure) {
    try await write { db in
      for (project, counts) in counts {
        let row = try Row.fetchOne(
          db,
          sql: """
            SELECT stored, duplicates, conflicts, refused, requests, 0 FROM copies
            WHERE source = ? AND project = ?
            """, arguments: [source, project])
        let before = row.map(Counts.statistics) ?? CollectorStatistics()
        let added = CopiedCounts.adding(counts, to: before)
        try Counts.add(added, to: project, in: db)
        try Self.add(added, from: source, project: project, in: db)
      }
    }
  }

  /// Adds to what was copied from a source.
  private static func add(
    _ added: CollectorStatistics, from source: String, project: String, in db: Database
  ) throws {
    try db.execute(
      sql: """
        INSERT INTO copies (source, project, stored, duplicates, conflicts, refused, requests)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (source, project) DO UPDATE SET
          stored = stored + excluded.stored, duplicates = duplicates + excluded.duplicates,
          conflicts = conflicts + excluded.conflicts, refused = refused + excluded.refused,
          requests = requests + excluded.requests
        """,
      arguments: [
        source, project, added.stored, added.duplicatesReceived, added.conflictsReceived,
        added.refused, added.requests,
      ])
  }
}

extension CheckedEvent {
  /// Creates the event of a row; nil for a type that only newer versions have.
  fileprivate init?(_ row: Row) {
    guard let kind = EventKind(rawValue: row["type"]) else { return nil }
    self.init(
      messageID: row["message_id"], kind: kind, name: row["name"], userID: row["user_id"],
      anonymousID: row["anonymous_id"],
      times: EventTimes(
        stored: row["timestamp"], received: row["received_at"], original: row["original_timestamp"],
        sent: row["sent_at"]),
      digest: row["digest"], body: Array((row["body"] as String).utf8)[...])
  }
}
