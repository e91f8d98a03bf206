#if canImport(PostgreSQLClient)
import PostgreSQLClient

extension PostgreSQLEventStore: ActivityStore {
  func answer<Question: ActivityQuestion>(
    _ question: Question
  ) async throws(StoreFailure) -> Question.Answer {
    defer { mergeActivityIfDue() }
    return try await ask { [activityCache] session in
      try session.transaction(Self.beginQuestion) { _ in
        let reader = try PostgreSQLActivityReader(session, activityCache)
        let answer = try question.answer(from: reader)
        try session.script("COMMIT")
        return answer
      }
    }
  }

  private static let beginQuestion = """
    SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY;
    \(PostgreSQLActivityReader.byNumber)
    """

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
      try session.transaction(PostgreSQLActivityReader.byNumber) { _ in
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
#endif
