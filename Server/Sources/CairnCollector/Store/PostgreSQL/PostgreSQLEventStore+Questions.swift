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
    var values: [PostgreSQLValue] = [
      .text(project), .integer(read.hours.lowerBound), .integer(read.hours.upperBound),
    ]
    if let names = read.names { values.append(.texts(names)) }
    var parts: [ActivityPart] = []
    try session.query(
      """
      SELECT hour, \(read.needsNames ? "name" : "NULL"), events,
        \(entries(read.detailedHours)) FROM activity
      WHERE project = $1 AND hour BETWEEN $2 AND $3
        \(read.names == nil ? "" : "AND name = ANY ($4)")
      ORDER BY hour
      """, values
    ) { row in
      guard var part = ActivityPart(row, hour: 0, name: 1, entries: 3) else { return }
      part.events = row.integer(2).map { Int($0) } ?? 0
      parts.append(part)
    }
    return parts
  }

  /// Returns the expression of the entries, which are read only for these hours; nil means all.
  private static func entries(_ hours: [Int64]?) -> String {
    guard let hours else { return "entries" }
    if hours.isEmpty { return "NULL" }
    return "CASE WHEN hour IN (\(hours.map { "\($0)" }.joined(separator: ","))) THEN entries END"
  }

  private static func links(
    _ project: String, _ session: borrowing PostgreSQLSession
  ) throws -> [ActivityLink] {
    var links: [ActivityLink] = []
    try session.query(
      """
      SELECT anonymous, min("user") FROM activity_links WHERE project = $1
      GROUP BY anonymous HAVING count(*) = 1
      """, [.text(project)]
    ) { row in
      guard let anonymous = row.integer(0), let user = row.integer(1) else { return }
      links.append(
        ActivityLink(anonymous: UInt64(bitPattern: anonymous), user: UInt64(bitPattern: user)))
    }
    return links
  }

  func users(
    ofAnonymous key: UInt64, _ project: String
  ) async throws(StoreFailure) -> [UInt64] {
    try await read { session in
      try session.query(
        "SELECT \"user\" FROM activity_links WHERE project = $1 AND anonymous = $2",
        [.text(project), .integer(Int64(bitPattern: key))]
      ).rows.compactMap { $0[0].flatMap { Int64($0) }.map { UInt64(bitPattern: $0) } }
    }
  }

  func hours(
    _ project: String, name: String?, _ hours: ClosedRange<Int64>, limit: Int
  ) async throws(StoreFailure) -> [ActivityHour] {
    try await read { session in
      try session.query(
        """
        SELECT hour, sum(events) FROM activity
        WHERE project = $1 AND hour BETWEEN $2 AND $3 AND ($4::text IS NULL OR name = $4)
        GROUP BY hour ORDER BY hour DESC LIMIT $5
        """,
        [
          .text(project), .integer(hours.lowerBound), .integer(hours.upperBound), .text(name),
          .integer(Int64(limit)),
        ]
      ).rows.compactMap { row in
        guard let number = row[0].flatMap({ Int64($0) }), let events = row[1].flatMap({ Int($0) })
        else { return nil }
        return ActivityHour(number: number, events: events)
      }
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

  func events(
    _ project: String?, _ selection: EventSelection
  ) async throws(StoreFailure) -> [StoredEvent] {
    try await read { session in
      var values: [PostgreSQLValue]
      let condition: String
      switch selection {
      case .sequences(let sequences):
        condition = "sequence = ANY ($1)"
        values = [.integers(sequences)]
      case .messageID(let id):
        condition = "message_id = $1 AND day = date '1970-01-01' + $2::bigint::int"
        values = [.text(id), .integer(EventDay(inID: id)?.number ?? -1)]
      }
      if let project { values.append(.text(project)) }
      return try session.query(
        """
        SELECT xid, sequence, project, message_id, type, name, user_id, anonymous_id, "timestamp",
          original_timestamp, sent_at, received_at, body, context, integrations
        FROM events LEFT JOIN batch_defaults ON batch_defaults.id = batch_default
        WHERE \(condition) \(project == nil ? "" : "AND project = $\(values.count)")
        """, values
      ).rows.compactMap { StoredEvent($0) }
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
        SELECT name, sum(events) AS count FROM activity WHERE project = $1 AND name IS NOT NULL
        GROUP BY name ORDER BY count DESC, name LIMIT $2
        """, [.text(project), .integer(Int64(limit))]
      ).rows.compactMap { row in
        guard let name = row[0], let count = row[1].flatMap({ Int($0) }) else { return nil }
        return NameCount(name: name, events: count)
      }
    }
  }

  func repeats(_ project: String, messageID: String) async throws(StoreFailure) -> Int {
    try await read { session in
      try session.query(
        "SELECT count FROM repeats WHERE project = $1 AND message_id = $2",
        [.text(project), .text(messageID)]
      ).rows.first?[0].flatMap { Int($0) } ?? 0
    }
  }
}
#endif
