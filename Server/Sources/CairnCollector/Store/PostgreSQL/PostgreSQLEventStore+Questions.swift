#if canImport(PostgreSQLClient)
import PostgreSQLClient

extension PostgreSQLEventStore: ActivityStore {
  func answer<Question: ActivityQuestion>(
    _ question: Question
  ) async throws(StoreFailure) -> Question.Answer {
    try await ask { session in
      try session.transaction("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY") { _ in
        let answer = try question.answer(from: session)
        try session.script("COMMIT")
        return answer
      }
    }
  }

  func users(
    ofAnonymous key: UInt64, _ project: String
  ) async throws(StoreFailure) -> [UInt64] {
    try await ask { session in
      try session.query(
        "SELECT \"user\" FROM activity_links WHERE project = $1 AND anonymous = $2",
        [.text(project), .integer(Int64(bitPattern: key))]
      ).rows.compactMap { $0[0].flatMap { Int64($0) }.map { UInt64(bitPattern: $0) } }
    }
  }

  func events(
    _ project: String?, _ selection: EventSelection
  ) async throws(StoreFailure) -> [StoredEvent] {
    try await ask { session in
      try session.transaction(PostgreSQLSession.byNumber) { _ in
        var (condition, values) = Self.condition(selection)
        // Not with numbers, which are unique; see `byNumber`.
        if case .messageID = selection, let project {
          values.append(.text(project))
          condition += " AND project = $\(values.count)"
        }
        let rows = try session.query(
          """
          SELECT xid, sequence, project, message_id, type, name, user_id, anonymous_id, "timestamp",
            original_timestamp, sent_at, received_at, body, context, integrations
          FROM events LEFT JOIN batch_defaults ON batch_defaults.id = batch_default
          WHERE \(condition)
          """, values
        ).rows
        try session.script("COMMIT")
        return rows.compactMap { StoredEvent($0) }
          .filter { project == nil || $0.project.utf8.elementsEqual((project ?? "").utf8) }
      }
    }
  }

  private static func condition(
    _ selection: EventSelection
  ) -> (String, [PostgreSQLValue]) {
    switch selection {
    case .sequences(let sequences): ("sequence = ANY ($1)", [.integers(sequences)])
    case .messageID(let id):
      (
        "message_id = $1 AND day = date '1970-01-01' + $2::bigint::int",
        [.text(id), .integer(EventDay(inID: id)?.number ?? -1)]
      )
    }
  }

  func projects() async throws(StoreFailure) -> [ProjectCounts] {
    let counts = try await ask { try PostgreSQLCounts.byProject($0) }
    return ProjectCounts.list(counts)
  }

  func names(_ project: String, limit: Int) async throws(StoreFailure) -> [NameCount] {
    try await ask { session in
      try session.query(
        """
        SELECT name, count FROM (
          SELECT name, count, sum(octet_length(name)) OVER (
            ORDER BY count DESC, name ROWS UNBOUNDED PRECEDING) AS bytes
          FROM (
            SELECT name, sum(events) AS count FROM activity WHERE project = $1 AND name IS NOT NULL
            GROUP BY name ORDER BY count DESC, name LIMIT $2) AS frequent) AS measured
        WHERE bytes <= \(NameCount.maxBytes) ORDER BY count DESC, name
        """, [.text(project), .integer(Int64(limit))]
      ).rows.compactMap { row in
        guard let name = row[0], let count = row[1].flatMap({ Int($0) }) else { return nil }
        return NameCount(name: name, events: count)
      }
    }
  }

  func repeats(_ project: String, messageID: String) async throws(StoreFailure) -> Int {
    try await ask { session in
      try session.query(
        "SELECT count FROM repeats WHERE project = $1 AND message_id = $2",
        [.text(project), .text(messageID)]
      ).rows.first?[0].flatMap { Int($0) } ?? 0
    }
  }
}

extension PostgreSQLSession: ActivityReader {
  /// Lets the server find events by the index of their numbers.
  ///
  /// Before a table is analyzed, such as right after it was filled, the server does not know that a
  /// number has few events, and reads all of the project or of the table.
  fileprivate static let byNumber = "SET LOCAL enable_seqscan = off"

  func parts(
    _ read: ActivityRead, of project: String, _ body: (ActivityPart) throws -> Bool
  ) throws {
    var values: [PostgreSQLValue] = [
      .text(project), .integer(read.hours.lowerBound), .integer(read.hours.upperBound),
    ]
    if let name = read.name { values.append(.text(name)) }
    try cursor(
      """
      SELECT hour, \(read.needsNames ? "name" : "NULL"), events, \(read.entriesSQL)
      FROM activity WHERE project = $1 AND hour BETWEEN $2 AND $3
        \(read.name == nil ? "" : "AND name = $4")
      ORDER BY \(read.orderSQL)
      """, values, entries: 3
    ) { row in
      guard var part = ActivityPart(row, hour: 0, name: 1, entries: 3) else { return true }
      part.events = row.integer(2).map { Int($0) } ?? 0
      return try body(part)
    }
  }

  func links(of project: String, _ body: (ActivityLink) throws -> Void) throws {
    try cursor(
      """
      SELECT anonymous, min("user") FROM activity_links WHERE project = $1
      GROUP BY anonymous HAVING count(*) = 1
      """, [.text(project)]
    ) { row in
      guard let anonymous = row.integer(0), let user = row.integer(1) else { return true }
      try body(
        ActivityLink(anonymous: UInt64(bitPattern: anonymous), user: UInt64(bitPattern: user)))
      return true
    }
  }

  func bodies(
    of project: String, _ sequences: [Int64], _ body: (Int64, String) throws -> Void
  ) throws {
    try QuestionThreads.checkEnd()
    try script(Self.byNumber)
    try query(
      "SELECT sequence, body FROM events WHERE sequence = ANY ($1)", [.integers(sequences)]
    ) { row in
      if let sequence = row.integer(0), let text = row.text(1) { try body(sequence, text) }
    }
  }

  /// Calls the body with each row until it returns false, and has only a few rows in memory.
  ///
  /// The values of the column `entries` can be long.
  private func cursor(
    _ sql: String, _ values: [PostgreSQLValue], entries: Int32? = nil,
    _ body: (PostgreSQLRow) throws -> Bool
  ) throws {
    try query("DECLARE question NO SCROLL CURSOR FOR " + sql, values)
    // After an error of the server, the transaction ends, and with it the cursor.
    defer { _ = try? script("CLOSE question") }
    var size = 100
    while true {
      try QuestionThreads.checkEnd()
      var (rows, bytes) = (0, 0)
      var goesOn = true
      try query("FETCH \(size) FROM question", []) { row in
        guard goesOn else { return }
        rows += 1
        bytes += 32 + (entries.flatMap { row.bytes($0)?.count } ?? 0)
        goesOn = try body(row)
      }
      guard goesOn, rows == size else { return }
      size = max(50, min(10_000, Self.bytesAtOnce / (bytes / rows)))
    }
  }

  private static let bytesAtOnce = 1 << 20
}
#endif
