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
        SELECT name, user_id, anonymous_id, timestamp, sequence FROM events
        WHERE project = ? AND timestamp >= ? AND timestamp < ? \(marks)
        """,
      arguments: [project, read.period.lowerBound, read.period.upperBound]
        + StatementArguments(read.names ?? []))
    var parts = ActivityParts()
    while let row = try rows.next() {
      let user = ActivityUser.key(userID: row[1], anonymousID: row[2])
      parts.add(ActivityEntry(user: user, time: row[3], sequence: row[4]), name: row[0])
    }
    return parts.sorted
  }

  private static func links(_ project: String, _ db: Database) throws -> [ActivityLink] {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT anonymous_id, min(user_id) FROM events
        WHERE project = ? AND user_id IS NOT NULL AND anonymous_id IS NOT NULL
        GROUP BY anonymous_id HAVING min(user_id) = max(user_id)
        """, arguments: [project])
    var links: [ActivityLink] = []
    while let row = try rows.next() {
      links.append(
        ActivityLink(
          anonymous: ActivityUser.key(ofAnonymous: row[0]), user: ActivityUser.key(ofUser: row[1])))
    }
    return links
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

  func search(_ search: EventSearch) async throws(StoreFailure) -> EventSearchPage {
    let after = try SearchPosition(search.after)
    return try await read { db in
      let conditions = search.conditions(after)
      let rows = try Row.fetchCursor(
        db,
        sql: """
          SELECT * FROM events LEFT JOIN batch_defaults ON batch_defaults.id = batch_default
          WHERE \(conditions.map(\.sql).joined(separator: " AND "))
          ORDER BY timestamp DESC, sequence DESC LIMIT ?
          """,
        arguments: StatementArguments(conditions.flatMap(\.values)) + [search.limit + 1])
      var events: [StoredEvent] = []
      while let row = try rows.next() { events.append(StoredEvent(row, Self.defaults(row))) }
      return EventSearchPage(events, limit: search.limit)
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
          SELECT name, count(*) FROM events WHERE project = ? AND name IS NOT NULL
          GROUP BY name ORDER BY count(*) DESC, name LIMIT ?
          """, arguments: [project, limit]
      ).map { NameCount(name: $0[0], events: $0[1]) }
    }
  }

  func repeats(_ project: String, messageID: String) async throws(StoreFailure) -> Int { 0 }
}

extension EventSearch {
  fileprivate func conditions(
    _ after: SearchPosition?
  ) -> [(sql: String, values: [any DatabaseValueConvertible])] {
    var conditions: [(sql: String, values: [any DatabaseValueConvertible])] = [("1", [])]
    for (column, value) in [("project", project), ("message_id", messageID), ("name", name)] {
      if let value { conditions.append(("\(column) = ?", [value])) }
    }
    if let user { conditions.append(("(user_id = ? OR anonymous_id = ?)", [user, user])) }
    if let period {
      conditions.append(
        ("timestamp >= ? AND timestamp < ?", [period.lowerBound, period.upperBound]))
    }
    if let after {
      conditions.append(("(timestamp, sequence) < (?, ?)", [after.time, after.sequence]))
    }
    return conditions
  }
}
