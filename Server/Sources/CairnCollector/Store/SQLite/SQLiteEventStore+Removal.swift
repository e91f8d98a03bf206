import Foundation
import GRDB

extension SQLiteEventStore: ErasingStore {
  private static let chunk = 500

  func prune(before day: EventDay) async throws(StoreFailure) -> Int {
    try await write { db in
      try db.execute(
        sql: """
          INSERT INTO retention (id, kept_from) VALUES (1, ?)
          ON CONFLICT (id) DO UPDATE SET kept_from = max(kept_from, excluded.kept_from)
          """, arguments: [day.number])
    }
    return try await delete(
      where: "message_id < ? AND event_day(message_id) < ?", [day.firstID, day.number])
  }

  func record(_ tombstones: [Tombstone]) async throws(StoreFailure) {
    try await write { db in
      for tombstone in tombstones {
        try db.execute(
          sql: """
            INSERT INTO erasures (project, subject, erased_at) VALUES (?, ?, ?)
            ON CONFLICT (project, subject) DO UPDATE SET
              erased_at = max(erased_at, excluded.erased_at)
            """, arguments: [tombstone.project, tombstone.subject, tombstone.erasedAt])
      }
    }
  }

  func anonymousIDs(
    only userID: String, _ project: String
  ) async throws(StoreFailure) -> [String] {
    let sql = """
      SELECT anonymous_id FROM events
      WHERE project = ?1 AND user_id IS NOT NULL AND anonymous_id IS NOT NULL
      GROUP BY anonymous_id HAVING min(user_id) = ?2 AND max(user_id) = ?2
      ORDER BY anonymous_id
      """
    return try await read { try String.fetchAll($0, sql: sql, arguments: [project, userID]) }
  }

  func delete(_ subject: ErasureSubject, until time: Int64) async throws(StoreFailure) -> Int {
    let project = subject.project
    switch subject.identity {
    case .user(let id):
      // An alias has the user's former id in its body.
      return try await delete(
        where: """
          project = ?1 AND timestamp <= ?3 AND (user_id = ?2
            OR type = 'alias' AND former_user(body) = ?2)
          """, [project, id, time])
    case .anonymous(let id):
      return try await delete(
        where: "project = ? AND user_id IS NULL AND anonymous_id = ? AND timestamp <= ?",
        [project, id, time])
    }
  }

  /// Deletes the events in chunks; returns their number.
  private func delete(
    where condition: String, _ arguments: StatementArguments
  ) async throws(StoreFailure) -> Int {
    let sequences = try await read {
      try Int64.fetchAll(
        $0, sql: "SELECT sequence FROM events WHERE \(condition)", arguments: arguments)
    }
    var deleted = 0
    for start in stride(from: 0, to: sequences.count, by: Self.chunk) {
      let chunk = Array(sequences[start..<min(start + Self.chunk, sequences.count)])
      deleted += try await write { try Self.delete(chunk, in: $0) }
    }
    if deleted > 0 { try await removeFromLog() }
    return deleted
  }

  private static func delete(_ sequences: [Int64], in db: Database) throws -> Int {
    let marks = databaseQuestionMarks(count: sequences.count)
    // What is deleted is overwritten, and not only marked as free.
    try db.execute(sql: "PRAGMA secure_delete = ON")
    let rows = try Row.fetchAll(
      db,
      sql: """
        DELETE FROM events WHERE sequence IN (\(marks))
        RETURNING sequence, project, batch_default, message_id, name, user_id, anonymous_id,
          timestamp
        """, arguments: StatementArguments(sequences))
    var activity = ActivityChange()
    for row in rows {
      try deleteDefaults(of: row, in: db)
      try Repeats.remove(row["project"], row["message_id"], in: db)
      activity.add(
        project: row["project"], name: row["name"], userID: row["user_id"],
        anonymousID: row["anonymous_id"], time: row["timestamp"], sequence: row["sequence"])
    }
    try ActivityTable.remove(activity, in: db)
    let projects = rows.map { $0["project"] as String }
    for (project, count) in Dictionary(projects.map { ($0, 1) }, uniquingKeysWith: +) {
      try Counts.remove(count, from: project, in: db)
    }
    return rows.count
  }

  /// Deletes the defaults of a deleted row when no event uses them any more: they are data of the
  /// events.
  ///
  /// The events of one batch are adjacent, so if any is left, it is the next before or after.
  private static func deleteDefaults(of row: Row, in db: Database) throws {
    guard let batch = row["batch_default"] as Int64? else { return }
    let statement = try db.cachedStatement(
      sql: """
        DELETE FROM batch_defaults WHERE id = ?1 AND id IS NOT
          (SELECT batch_default FROM events WHERE sequence < ?2 ORDER BY sequence DESC LIMIT 1)
        AND id IS NOT
          (SELECT batch_default FROM events WHERE sequence > ?2 ORDER BY sequence LIMIT 1)
        """)
    try statement.execute(arguments: [batch, row["sequence"] as Int64])
  }

  /// Merges the write-ahead log, which still has the deleted pages.
  ///
  /// A reader may prevent that; it happens then at a later checkpoint.
  private func removeFromLog() async throws(StoreFailure) {
    do {
      try await database.writeWithoutTransaction { _ = try? $0.checkpoint(.truncate) }
    } catch {
      throw .unavailable("\(error)")
    }
  }

  func read<Result: Sendable>(
    _ query: @escaping @Sendable (Database) throws -> Result
  ) async throws(StoreFailure) -> Result {
    do { return try await database.read(query) } catch { throw .unavailable("\(error)") }
  }
}
