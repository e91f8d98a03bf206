import GRDB

/// What one batch request brings to the store.
struct StoreRequest: Sendable {
  var project: String
  var events: [CheckedEvent]
  var refused: Int

  /// Whether each event was new; the others are stored already and stay as they are.
  func insert(into db: Database) throws -> [Bool] {
    let statement = try db.cachedStatement(sql: Self.insertion)
    let isNew = try events.map { event in
      try statement.execute(arguments: arguments(event))
      return db.changesCount > 0
    }
    let stored = isNew.count { $0 }
    try Counts.add(
      project, stored: stored, duplicates: isNew.count - stored, refused: refused, to: db)
    return isNew
  }

  private func arguments(_ event: CheckedEvent) -> StatementArguments {
    [
      project, event.messageID, event.kind.rawValue, event.name, event.userID, event.anonymousID,
      event.times.happened, event.times.original, event.times.sent, event.times.received,
      event.body.text,
    ]
  }

  // Only a known id is passed over. Any other conflict is an error, and nothing is acknowledged.
  private static let insertion = """
    INSERT INTO events (
      project, message_id, type, name, user_id, anonymous_id,
      timestamp, original_timestamp, sent_at, received_at, body
    ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (message_id, project) DO NOTHING
    """
}
