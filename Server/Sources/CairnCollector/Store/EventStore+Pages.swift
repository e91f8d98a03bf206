import GRDB

extension EventStore {
  // A page of the longest events would be 32 MB; it ends early instead, and `next` goes on.
  private static let maxPageBytes = 4_000_000

  func page(_ query: EventsQuery) async throws -> EventPage {
    try await database.read { db in
      let rows = try Row.fetchCursor(db, sql: query.sql, arguments: query.arguments)
      var page = EventPage()
      var bytes = 0
      while let row = try rows.next() {
        let event = StoredEvent(row)
        page.events.append(event)
        bytes += event.json.utf8.count
        if page.events.count == query.limit || bytes > Self.maxPageBytes {
          page.next = event.sequence
          break
        }
      }
      return page
    }
  }
}

extension EventsQuery {
  fileprivate var sql: String {
    var conditions = ["sequence > ?"]
    if name != nil { conditions.append("name = ?") }
    if id != nil { conditions.append("message_id = ?") }
    return "SELECT * FROM events WHERE \(conditions.joined(separator: " AND ")) "
      + "ORDER BY sequence LIMIT ?"
  }

  fileprivate var arguments: StatementArguments {
    let filters: [String] = [name, id].compactMap { $0 }
    return [after] + StatementArguments(filters) + [limit]
  }
}
