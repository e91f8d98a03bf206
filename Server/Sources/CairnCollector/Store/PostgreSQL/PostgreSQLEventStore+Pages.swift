#if canImport(PostgreSQLClient)
import PostgreSQLClient

extension PostgreSQLEventStore {
  func page(_ query: EventsQuery) async throws(StoreFailure) -> EventPage {
    let after = try Position(query.after)
    return try await read { session in
      let rows = try Self.rows(query, after, session)
      try Self.check(rows)
      var page = EventPage(limit: query.limit)
      for row in rows {
        guard let event = StoredEvent(row), let xid = row[0] else { continue }
        if page.add(event, at: .text("\(xid).\(event.sequence)")) { break }
      }
      if page.events.isEmpty { try Self.checkPosition(after, session) }
      return page
    }
  }

  private static func rows(
    _ query: EventsQuery, _ after: Position, _ session: borrowing PostgreSQLSession
  ) throws -> [[String?]] {
    let sql = checked(query.sql)
    guard let subject = query.subject, let project = query.project else {
      return try session.query(sql, query.values(after)).rows
    }
    var values = query.values(after)
    if case .user(let id) = subject {
      values.append(.texts(try anonymousIDs(only: id, project, session)))
    }
    // In the order of reading, all events would be read for the few of one person.
    let settings = "SET LOCAL enable_seqscan = off; SET LOCAL enable_indexscan = off"
    return try session.transaction(settings) { _ in
      let rows = try session.query(sql, values).rows
      try session.script("COMMIT")
      return rows
    }
  }

  /// Returns a query with the columns of this one and a last one, which `check` reads.
  ///
  /// The check has the snapshot of the page. Otherwise events that were restored in between would
  /// get positions before the end of the page.
  static func checked(_ query: String) -> String {
    """
    SELECT page.*, restored.is_true
    FROM (SELECT \(RestoredDumpError.condition) AS is_true) AS restored
      LEFT JOIN LATERAL (\(query)) AS page ON true
    ORDER BY page.xid, page.sequence
    """
  }

  /// Fails if the events were restored from a dump of another server.
  static func check(_ rows: [[String?]]) throws {
    guard rows.first?.last != "t" else {
      throw StoreFailure.restoredDump(RestoredDumpError.events.description)
    }
  }

  /// Finds out why there may be no events behind a position: a transaction of this server has not
  /// got its number yet.
  static func checkPosition(_ position: Position, _ session: borrowing PostgreSQLSession) throws {
    let isAhead = try session.query(
      "SELECT $1::text::xid8 > pg_snapshot_xmax(pg_current_snapshot())",
      [.text(position.transaction)]
    ).rows[0][0]
    if isAhead == "t" { throw StoreFailure.invalidCursor }
  }

  /// A position in the order of reading: a transaction and a number in it.
  struct Position {
    var transaction = "0"
    var sequence: Int64 = 0

    init(_ text: String?) throws(StoreFailure) {
      guard let text else { return }
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 2, parts.allSatisfy({ $0.allSatisfy(\.isASCIIDigit) }),
        UInt64(parts[0]) != nil, let sequence = Int64(parts[1])
      else { throw .invalidCursor }
      transaction = String(parts[0])
      self.sequence = sequence
    }
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}

extension EventsQuery {
  // A transaction that is still open has a lower number than some that are committed: what it will
  // commit would come before the position of the reader. So a page ends before it.
  fileprivate var sql: String {
    let columns = [("project", project), ("name", name), ("message_id", id)]
    var conditions = [
      "(xid, sequence) > ($1::text::xid8, $2)", "xid < pg_snapshot_xmin(pg_current_snapshot())",
    ]
    for (column, value) in columns where value != nil {
      conditions.append("\(column) = $\(conditions.count + 2)")
    }
    if let subject { conditions.append(condition(of: subject, parameter: conditions.count + 2)) }
    return """
      SELECT xid, sequence, project, message_id, type, name, user_id, anonymous_id, "timestamp",
        original_timestamp, sent_at, received_at, body, context, integrations
      FROM events LEFT JOIN batch_defaults ON batch_defaults.id = batch_default
      WHERE \(conditions.joined(separator: " AND "))
      ORDER BY xid, sequence LIMIT $3
      """
  }

  fileprivate func values(_ after: PostgreSQLEventStore.Position) -> [PostgreSQLValue] {
    [.text(after.transaction), .integer(after.sequence), .integer(Int64(limit))]
      + [project, name, id, subject?.id].compactMap { $0 }.map { .text($0) }
  }

  // The conditions of the erasure. The anonymous ids of a user are the last parameter. Each of the
  // conditions has the project, which every query of a subject has as $4, as its index does.
  private func condition(of subject: ErasureSubject.Identity, parameter: Int) -> String {
    switch subject {
    case .anonymous: PostgreSQLEventStore.isAnonymous("$\(parameter)")
    case .user:
      """
      (project = $4 AND \(PostgreSQLEventStore.isUser("$\(parameter)"))
        OR project = $4 AND \(PostgreSQLEventStore.isFormerUser("$\(parameter)"))
        OR project = $4 AND user_id IS NULL AND anonymous_id = ANY ($\(parameter + 1)::text[])
          AND hashtextextended(anonymous_id, 0) = ANY (ARRAY(
            SELECT hashtextextended(id, 0) FROM unnest($\(parameter + 1)::text[]) AS id)))
      """
    }
  }
}

extension StoredEvent {
  /// Creates the event of a row whose columns have the order of this file's query.
  init?(_ row: [String?]) {
    let defaults = zip(BatchDefaults.keys, row[13...]).compactMap { DefaultObject($0, $1) }
    guard let sequence = row[1].flatMap({ Int64($0) }), let project = row[2], let id = row[3],
      let type = row[4], let timestamp = row[8].flatMap({ Int64($0) }),
      let receivedAt = row[11].flatMap({ Int64($0) }), let body = row[12]
    else { return nil }
    self.init(
      sequence: sequence, project: project, messageID: id, type: type, name: row[5],
      userID: row[6], anonymousID: row[7], timestamp: timestamp, originalTimestamp: row[9],
      sentAt: row[10], receivedAt: receivedAt, event: MergedEvent(body, defaults))
  }
}
#endif
