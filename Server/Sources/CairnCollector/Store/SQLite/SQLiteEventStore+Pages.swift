import GRDB

extension SQLiteEventStore {
  func page(_ query: EventsQuery) async throws(StoreFailure) -> EventPage {
    // The position is a sequence number.
    guard let after = Int64(query.after ?? "0"), after >= 0 else { throw .invalidCursor }
    do {
      return try await database.read { try Self.page(query, after: after, in: $0) }
    } catch {
      throw .unavailable("\(error)")
    }
  }

  private static func page(
    _ query: EventsQuery, after: Int64, in db: Database
  ) throws -> EventPage {
    let arguments =
      [after] + StatementArguments(query.filters.flatMap(\.values)) + [query.limit]
    let rows = try Row.fetchCursor(db, sql: query.sql, arguments: arguments)
    var page = EventPage(limit: query.limit)
    var batch: (id: Int64?, defaults: [DefaultObject]) = (nil, [])
    while let row = try rows.next() {
      // The events of one batch are adjacent.
      if batch.id != row["batch_default"] { batch = (row["batch_default"], defaults(row)) }
      let event = StoredEvent(row, batch.defaults)
      if page.add(event, at: .number(event.sequence)) { break }
    }
    return page
  }

  static func defaults(_ row: Row) -> [DefaultObject] {
    BatchDefaults.keys.compactMap { DefaultObject($0, row[$0]) }
  }
}

extension EventsQuery {
  fileprivate var sql: String {
    let conditions = ["sequence > ?"] + filters.map(\.condition)
    return "SELECT * FROM events LEFT JOIN batch_defaults ON batch_defaults.id = batch_default "
      + "WHERE \(conditions.joined(separator: " AND ")) ORDER BY sequence LIMIT ?"
  }

  fileprivate var filters: [(condition: String, values: [String])] {
    let columns = [("project", project), ("name", name), ("message_id", id)]
    let filters = columns.compactMap { column, value in value.map { ("\(column) = ?", [$0]) } }
    return filters + [subject.map(filter)].compactMap { $0 }
  }

  // The conditions of the erasure.
  private func filter(
    _ subject: ErasureSubject.Identity
  ) -> (condition: String, values: [String]) {
    switch subject {
    case .anonymous(let id): ("user_id IS NULL AND anonymous_id = ?", [id])
    case .user(let id):
      (
        """
        (user_id = ?
          OR type = 'alias' AND former_user(body) = ?
          OR user_id IS NULL AND anonymous_id IN (
            SELECT anonymous_id FROM events
            WHERE project = ? AND user_id IS NOT NULL AND anonymous_id IS NOT NULL
            GROUP BY anonymous_id HAVING min(user_id) = ? AND max(user_id) = ?))
        """, [id, id, project ?? "", id, id]
      )
    }
  }
}

extension StoredEvent {
  /// Creates the event from a row and `defaults`, the defaults of the row's batch.
  init(_ row: Row, _ defaults: [DefaultObject]) {
    self.init(
      sequence: row["sequence"], project: row["project"], messageID: row["message_id"],
      type: row["type"], name: row["name"], userID: row["user_id"],
      anonymousID: row["anonymous_id"], timestamp: row["timestamp"],
      originalTimestamp: row["original_timestamp"], sentAt: row["sent_at"],
      receivedAt: row["received_at"], event: MergedEvent(row["body"], defaults))
  }
}
