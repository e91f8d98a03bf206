import Foundation
import GRDB

extension SQLiteEventStore: ActivityStore {
  func activity(_ request: ActivityRequest) async throws(StoreFailure) -> Activity {
    try await read { db in
      var activity = Activity()
      for part in request.reads {
        activity.parts.append(try Self.parts(part, request.project, db))
      }
      if request.needsLinks { activity.links = try Self.links(request.project, db) }
      return activity
    }
  }

  private static func parts(
    _ read: ActivityRequest.Read, _ project: String, _ db: Database
  ) throws -> [ActivityPart] {
    let marks = read.names.map { "AND name IN (\(databaseQuestionMarks(count: $0.count)))" } ?? ""
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT hour, \(read.needsNames ? "name" : "NULL"), events,
          \(entries(read.detailedHours)) FROM activity
        WHERE project = ? AND hour BETWEEN ? AND ? \(marks) ORDER BY hour
        """,
      arguments: [project, read.hours.lowerBound, read.hours.upperBound]
        + StatementArguments(read.names ?? []))
    var parts: [ActivityPart] = []
    while let row = try rows.next() {
      let entries = try row.withUnsafeData(atIndex: 3) { $0.map { Array($0) } }
      parts.append(
        ActivityPart(name: row[1], hour: row[0], events: row[2], entries: entries ?? []))
    }
    return parts
  }

  /// Returns the expression of the entries, which are read only for these hours; nil means all.
  private static func entries(_ hours: [Int64]?) -> String {
    guard let hours else { return "entries" }
    if hours.isEmpty { return "NULL" }
    return "CASE WHEN hour IN (\(hours.map { "\($0)" }.joined(separator: ","))) THEN entries END"
  }

  private static func links(_ project: String, _ db: Database) throws -> [ActivityLink] {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT anonymous, user FROM activity_links WHERE project = ?
        GROUP BY anonymous HAVING count(*) = 1
        """, arguments: [project])
    var links: [ActivityLink] = []
    while let row = try rows.next() {
      links.append(
        ActivityLink(
          anonymous: UInt64(bitPattern: row[0] as Int64), user: UInt64(bitPattern: row[1] as Int64))
      )
    }
    return links
  }

  func users(
    ofAnonymous key: UInt64, _ project: String
  ) async throws(StoreFailure) -> [UInt64] {
    try await read { db in
      try Int64.fetchAll(
        db, sql: "SELECT user FROM activity_links WHERE project = ? AND anonymous = ?",
        arguments: [project, Int64(bitPattern: key)]
      ).map { UInt64(bitPattern: $0) }
    }
  }

  func hours(
    _ project: String, name: String?, _ hours: ClosedRange<Int64>, limit: Int
  ) async throws(StoreFailure) -> [ActivityHour] {
    try await read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT hour, sum(events) FROM activity
          WHERE project = ? AND hour BETWEEN ? AND ? AND (?4 IS NULL OR name = ?4)
          GROUP BY hour ORDER BY hour DESC LIMIT ?
          """, arguments: [project, hours.lowerBound, hours.upperBound, name, limit]
      ).map { ActivityHour(number: $0[0], events: $0[1]) }
    }
  }

  func bodies(
    _ project: String, _ sequences: [Int64]
  ) async throws(StoreFailure) -> [Int64: String] {
    try await read { db in
      let marks = databaseQuestionMarks(count: sequences.count)
      let rows = try Row.fetchCursor(
        db,
        sql: "SELECT sequence, body FROM events WHERE project = ? AND sequence IN (\(marks))",
        arguments: [project] + StatementArguments(sequences))
      var bodies: [Int64: String] = [:]
      while let row = try rows.next() { bodies[row[0]] = row[1] }
      return bodies
    }
  }

  func events(
    _ project: String?, _ selection: EventSelection
  ) async throws(StoreFailure) -> [StoredEvent] {
    try await read { db in
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
    let counts = try await read { try Counts.byProject($0) }
    return ProjectCounts.list(counts)
  }

  func names(_ project: String, limit: Int) async throws(StoreFailure) -> [NameCount] {
    try await read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT name, sum(events) AS count FROM activity WHERE project = ? AND name IS NOT NULL
          GROUP BY name ORDER BY count DESC, name LIMIT ?
          """, arguments: [project, limit]
      ).map { NameCount(name: $0[0], events: $0[1]) }
    }
  }

  func repeats(_ project: String, messageID: String) async throws(StoreFailure) -> Int {
    try await read { try Repeats.count(project, messageID, in: $0) }
  }
}
