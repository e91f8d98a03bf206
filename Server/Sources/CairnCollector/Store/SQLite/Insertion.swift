import GRDB

extension StoreRequest {
  /// Inserts the events and returns the result of each; an event whose id is stored already is not
  /// changed.
  func insert(
    into db: Database, _ removals: Removals, _ activity: inout ActivityChange
  ) throws -> [StoreResult] {
    let results = try insertEvents(into: db, removals, &activity)
    try Counts.add(counts(results), to: project, in: db)
    return results
  }

  /// Inserts the events without counting them, and adds those that are new to the activity.
  func insertEvents(
    into db: Database, _ removals: Removals, _ activity: inout ActivityChange
  ) throws -> [StoreResult] {
    let statement = try db.cachedStatement(sql: Self.insertion)
    let batchID = try insertDefaults(into: db)
    let results = try events.map { event in
      if let removed = try removals.result(of: event, project, db) { return removed }
      try statement.execute(arguments: arguments(event, batchID))
      guard db.changesCount > 0 else { return try resultOfKnown(event, in: db) }
      activity.add(
        project: project, name: event.name, userID: event.userID, anonymousID: event.anonymousID,
        time: event.times.happened, sequence: db.lastInsertedRowID)
      return .stored
    }
    if let batchID, !results.contains(.stored) {
      try db.execute(sql: "DELETE FROM batch_defaults WHERE id = ?", arguments: [batchID])
    }
    return results
  }

  /// Returns whether the event that is stored with the same id is the same event, and counts it
  /// then.
  private func resultOfKnown(_ event: CheckedEvent, in db: Database) throws -> StoreResult {
    let statement = try db.cachedStatement(
      sql: "SELECT digest FROM events WHERE message_id = ? AND project = ?")
    let stored = try Int64.fetchOne(statement, arguments: [event.messageID, project])
    let result = StoreResult(ofKnown: event.digest, stored: stored)
    if result == .duplicate { try Repeats.add(1, project, event.messageID, in: db) }
    return result
  }

  private func arguments(_ event: CheckedEvent, _ batchID: Int64?) -> StatementArguments {
    [
      project, event.messageID, event.kind.rawValue, event.name, event.userID, event.anonymousID,
      event.times.happened, event.times.original, event.times.sent, event.times.received,
      String(decoding: event.body, as: UTF8.self), batchID, event.digest,
    ]
  }

  /// Inserts the defaults of the batch and returns the number of their row; nil when there are
  /// none.
  private func insertDefaults(into db: Database) throws -> Int64? {
    guard !defaults.objects.isEmpty, !events.isEmpty else { return nil }
    let texts = BatchDefaults.keys.map { key in
      defaults.objects[key].map { String(decoding: $0, as: UTF8.self) }
    }
    let statement = try db.cachedStatement(
      sql: "INSERT INTO batch_defaults (context, integrations) VALUES (?, ?)")
    try statement.execute(arguments: StatementArguments(texts))
    return db.lastInsertedRowID
  }

  // Only a known id is skipped. Any other conflict is an error, and nothing is acknowledged.
  static let insertion = """
    INSERT INTO events (
      project, message_id, type, name, user_id, anonymous_id,
      timestamp, original_timestamp, sent_at, received_at, body, batch_default, digest
    ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (message_id, project) DO NOTHING
    """
}
