import Foundation
import GRDB

extension SQLiteEventStore: ActivityStore {
  func answer<Question: ActivityQuestion>(
    _ question: Question
  ) async throws(StoreFailure) -> Question.Answer {
    try await ask { try question.answer(from: $0) }
  }

  /// Runs one reading transaction on a thread for questions.
  private func ask<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws(StoreFailure) -> Result {
    do {
      return try await questions.run { [database] _ in try database.read(body) }
    } catch let error as QuestionTooLarge {
      throw .questionTooLarge(error.reason)
    } catch let failure as StoreFailure {
      throw failure
    } catch {
      throw .unavailable("\(error)")
    }
  }

  func users(
    ofAnonymous key: UInt64, _ project: String
  ) async throws(StoreFailure) -> [UInt64] {
    try await ask { db in
      try Int64.fetchAll(
        db, sql: "SELECT user FROM activity_links WHERE project = ? AND anonymous = ?",
        arguments: [project, Int64(bitPattern: key)]
      ).map { UInt64(bitPattern: $0) }
    }
  }

  func events(
    _ project: String?, _ selection: EventSelection
  ) async throws(StoreFailure) -> [StoredEvent] {
    try await ask { db in
      var arguments: StatementArguments
      let condition: String
      switch selection {
      case .sequences(let sequences):
        condition = "sequence IN (\(databaseQuestionMarks(count: sequences.count)))"
        arguments = StatementArguments(sequences)
      case .messageID(let id):
        condition = "message_id = ?"
        arguments = [id]
      }
      if let project { arguments += [project] }
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT * FROM events LEFT JOIN batch_defaults ON batch_defaults.id = batch_default
          WHERE \(condition) \(project == nil ? "" : "AND project = ?")
          """, arguments: arguments)
      var events: [StoredEvent] = []
      while let row = try rows.next() { events.append(StoredEvent(row, Self.defaults(row))) }
      return events
    }
  }

  func projects() async throws(StoreFailure) -> [ProjectCounts] {
    let counts = try await ask { try Counts.byProject($0) }
    return ProjectCounts.list(counts)
  }

  func names(_ project: String, limit: Int) async throws(StoreFailure) -> [NameCount] {
    try await ask { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT name, count FROM (
            SELECT name, count, sum(length(CAST(name AS BLOB))) OVER (
              ORDER BY count DESC, name ROWS UNBOUNDED PRECEDING) AS bytes
            FROM (
              SELECT name, sum(events) AS count FROM activity
              WHERE project = ? AND name IS NOT NULL
              GROUP BY name ORDER BY count DESC, name LIMIT ?))
          WHERE bytes <= \(NameCount.maxBytes) ORDER BY count DESC, name
          """, arguments: [project, limit]
      ).map { NameCount(name: $0[0], events: $0[1]) }
    }
  }

  func repeats(_ project: String, messageID: String) async throws(StoreFailure) -> Int {
    try await ask { try Repeats.count(project, messageID, in: $0) }
  }
}

extension Database: ActivityReader {
  func parts(
    _ read: ActivityRead, of project: String, _ body: (ActivityPart) throws -> Bool
  ) throws {
    let names = read.names ?? []
    let condition =
      read.names == nil ? "" : "AND name IN (\(databaseQuestionMarks(count: names.count)))"
    let rows = try Row.fetchCursor(
      self,
      sql: """
        SELECT hour, \(read.needsNames ? "name" : "NULL"), events, \(read.entriesSQL)
        FROM activity WHERE project = ? AND hour BETWEEN ? AND ? \(condition)
        ORDER BY \(read.orderSQL)
        """,
      arguments: [project, read.hours.lowerBound, read.hours.upperBound]
        + StatementArguments(names))
    while let row = try rows.next() {
      try QuestionThreads.checkEnd()
      let entries = try row.withUnsafeData(atIndex: 3) { $0.map { Array($0) } }
      let part = ActivityPart(
        name: row[1], hour: row[0], events: row[2], entries: entries ?? [])
      guard try body(part) else { return }
    }
  }

  func links(of project: String, _ body: (ActivityLink) throws -> Void) throws {
    let rows = try Row.fetchCursor(
      self,
      sql: """
        SELECT anonymous, user FROM activity_links WHERE project = ?
        GROUP BY anonymous HAVING count(*) = 1
        """, arguments: [project])
    while let row = try rows.next() {
      let (anonymous, user): (Int64, Int64) = (row[0], row[1])
      try body(
        ActivityLink(
          anonymous: UInt64(bitPattern: anonymous), user: UInt64(bitPattern: user)))
    }
  }

  func bodies(
    of project: String, _ sequences: [Int64], _ body: (Int64, String) throws -> Void
  ) throws {
    try QuestionThreads.checkEnd()
    let marks = databaseQuestionMarks(count: sequences.count)
    let rows = try Row.fetchCursor(
      self,
      sql: "SELECT sequence, body FROM events WHERE project = ? AND sequence IN (\(marks))",
      arguments: [project] + StatementArguments(sequences))
    while let row = try rows.next() { try body(row[0], row[1]) }
  }
}
