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
    let arguments = [after] + StatementArguments(query.filters) + [query.limit]
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

  private static func defaults(_ row: Row) -> [DefaultObject] {
    BatchDefaults.keys.compactMap { DefaultObject($0, row[$0]) }
  }
}

extension EventsQuery {
  fileprivate var sql: String {
    var conditions = ["sequence > ?"]
    if project != nil { conditions.append("project = ?") }
    if name != nil { conditions.append("name = ?") }
    if id != nil { conditions.append("message_id = ?") }
    return "SELECT * FROM events LEFT JOIN batch_defaults ON batch_defaults.id = batch_default "
      + "WHERE \(conditions.joined(separator: " AND ")) ORDER BY sequence LIMIT ?"
  }

  fileprivate var filters: [String] { [project, name, id].compactMap { $0 } }
}

extension StoredEvent {
  /// Creates the event from a row and `defaults`, the defaults of the row's batch.
  fileprivate init(_ row: Row, _ defaults: [DefaultObject]) {
    self.init(
      sequence: row["sequence"], project: row["project"], messageID: row["message_id"],
      type: row["type"], name: row["name"], userID: row["user_id"],
      anonymousID: row["anonymous_id"], timestamp: row["timestamp"],
      originalTimestamp: row["original_timestamp"], sentAt: row["sent_at"],
      receivedAt: row["received_at"], event: MergedEvent(row["body"], defaults))
  }
}
