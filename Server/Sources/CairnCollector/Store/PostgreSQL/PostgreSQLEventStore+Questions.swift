#if canImport(PostgreSQLClient)
import PostgreSQLClient

extension PostgreSQLEventStore: ActivityStore {
  func activity(_ request: ActivityRequest) async throws(StoreFailure) -> Activity {
    try await read { session in
      try session.transaction("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY") { _ in
        var activity = Activity()
        for part in request.reads {
          activity.parts.append(try Self.parts(part, request.project, session))
        }
        if request.needsLinks { activity.links = try Self.links(request.project, session) }
        try session.script("COMMIT")
        return activity
      }
    }
  }

  private static func parts(
    _ read: ActivityRequest.Read, _ project: String, _ session: borrowing PostgreSQLSession
  ) throws -> [ActivityPart] {
    let names = read.names.map { [PostgreSQLValue.texts($0)] } ?? []
    let rows = try session.query(
      """
      SELECT name, user_id, anonymous_id, "timestamp", sequence FROM events
      WHERE project = $1 AND "timestamp" >= $2 AND "timestamp" < $3
        \(names.isEmpty ? "" : "AND name = ANY ($4)")
      """,
      [.text(project), .integer(read.period.lowerBound), .integer(read.period.upperBound)] + names
    ).rows
    var parts = ActivityParts()
    for row in rows {
      guard let time = row[3].flatMap({ Int64($0) }), let sequence = row[4].flatMap({ Int64($0) })
      else { continue }
      let user = ActivityUser.key(userID: row[1], anonymousID: row[2])
      parts.add(ActivityEntry(user: user, time: time, sequence: sequence), name: row[0])
    }
    return parts.sorted
  }

  private static func links(
    _ project: String, _ session: borrowing PostgreSQLSession
  ) throws -> [ActivityLink] {
    let rows = try session.query(
      """
      SELECT anonymous_id, min(user_id) FROM events
      WHERE project = $1 AND user_id IS NOT NULL AND anonymous_id IS NOT NULL
      GROUP BY anonymous_id HAVING min(user_id) = max(user_id)
      """, [.text(project)]
    ).rows
    return rows.compactMap { row in
      guard let anonymous = row[0], let user = row[1] else { return nil }
      return ActivityLink(
        anonymous: ActivityUser.key(ofAnonymous: anonymous), user: ActivityUser.key(ofUser: user))
    }
  }

  func bodies(
    _ project: String, _ sequences: [Int64]
  ) async throws(StoreFailure) -> [Int64: String] {
    try await read { session in
      let rows = try session.query(
        "SELECT sequence, body FROM events WHERE project = $1 AND sequence = ANY ($2)",
        [.text(project), .integers(sequences)]
      ).rows
      var bodies: [Int64: String] = [:]
      for row in rows {
        if let sequence = row[0].flatMap({ Int64($0) }) { bodies[sequence] = row[1] }
      }
      return bodies
    }
  }

  func search(_ search: EventSearch) async throws(StoreFailure) -> EventSearchPage {
    let after = try SearchPosition(search.after)
    return try await read { session in
      var values: [PostgreSQLValue] = [.integer(Int64(search.limit) + 1)]
      let conditions = search.conditions(after, &values)
      let rows = try session.query(
        """
        SELECT xid, sequence, project, message_id, type, name, user_id, anonymous_id, "timestamp",
          original_timestamp, sent_at, received_at, body, context, integrations
        FROM events LEFT JOIN batch_defaults ON batch_defaults.id = batch_default
        WHERE \(conditions.joined(separator: " AND "))
        ORDER BY "timestamp" DESC, sequence DESC LIMIT $1
        """, values
      ).rows
      return EventSearchPage(rows.compactMap { StoredEvent($0) }, limit: search.limit)
    }
  }

  func projects() async throws(StoreFailure) -> [ProjectCounts] {
    let counts = try await read { try PostgreSQLCounts.byProject($0) }
    return ProjectCounts.list(counts)
  }

  func names(_ project: String, limit: Int) async throws(StoreFailure) -> [NameCount] {
    try await read { session in
      try session.query(
        """
        SELECT name, count(*) FROM events WHERE project = $1 AND name IS NOT NULL
        GROUP BY name ORDER BY count(*) DESC, name COLLATE "C" LIMIT $2
        """, [.text(project), .integer(Int64(limit))]
      ).rows.compactMap { row in
        guard let name = row[0], let count = row[1].flatMap({ Int($0) }) else { return nil }
        return NameCount(name: name, events: count)
      }
    }
  }

  func repeats(_ project: String, messageID: String) async throws(StoreFailure) -> Int { 0 }
}

extension EventSearch {
  fileprivate func conditions(
    _ after: SearchPosition?, _ values: inout [PostgreSQLValue]
  ) -> [String] {
    var conditions = ["true"]
    func add(_ added: [PostgreSQLValue], _ condition: ([String]) -> String) {
      let marks = added.indices.map { "$\(values.count + $0 + 1)" }
      conditions.append(condition(marks))
      values += added
    }
    for (column, value) in [("project", project), ("message_id", messageID), ("name", name)] {
      if let value { add([.text(value)]) { "\(column) = \($0[0])" } }
    }
    if let user { add([.text(user)]) { "(user_id = \($0[0]) OR anonymous_id = \($0[0]))" } }
    if let period {
      add([.integer(period.lowerBound), .integer(period.upperBound)]) {
        "\"timestamp\" >= \($0[0]) AND \"timestamp\" < \($0[1])"
      }
    }
    if let after {
      add([.integer(after.time), .integer(after.sequence)]) {
        "(\"timestamp\", sequence) < (\($0[0]), \($0[1]))"
      }
    }
    return conditions
  }
}
#endif
