import GRDB

extension EventStore {
  // A page of the longest events would have 32 MB; it ends early instead, and `next` continues it.
  static let maxPageBytes = 4_000_000

  /// Returns the maximum number of bytes of a page with this number of events.
  ///
  /// In addition to the event and the context of its batch, a stored event has members that the
  /// collector adds.
  static func mostBytes(ofPage events: Int, eventBytes: Int) -> Int {
    min(maxPageBytes, events * (2 * eventBytes + 4_096))
  }

  func page(_ query: EventsQuery) async throws -> EventPage {
    try await database.read { db in
      let rows = try Row.fetchCursor(db, sql: query.sql, arguments: query.arguments)
      var page = EventPage()
      var bytes = 0
      var batch: (id: Int64?, defaults: [DefaultObject]) = (nil, [])
      while let row = try rows.next() {
        // The events of one batch are adjacent.
        if batch.id != row["batch_default"] { batch = (row["batch_default"], Self.defaults(row)) }
        let event = StoredEvent(row, batch.defaults)
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

extension EventStore {
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

  fileprivate var arguments: StatementArguments {
    let filters: [String] = [project, name, id].compactMap { $0 }
    return [after] + StatementArguments(filters) + [limit]
  }
}

/// A page of stored events in order of arrival.
struct EventPage: Sendable {
  var events: [StoredEvent] = []
  /// The position of the next page; nil when this page reached the end.
  var next: Int64?
}
