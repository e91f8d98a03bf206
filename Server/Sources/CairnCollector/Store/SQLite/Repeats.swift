import GRDB

/// The numbers of times that stored events arrived again; only such events have a row.
enum Repeats {
  static func add(_ count: Int, _ project: String, _ messageID: String, in db: Database) throws {
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO repeats (project, message_id, count) VALUES (?, ?, ?)
        ON CONFLICT (project, message_id) DO UPDATE SET count = count + excluded.count
        """)
    try statement.execute(arguments: [project, messageID, count])
  }

  /// Adds the count of a copied event, if the event is stored.
  static func add(_ repeated: RepeatedEvent, in db: Database) throws {
    let isStored = try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM events WHERE message_id = ? AND project = ?)",
      arguments: [repeated.messageID, repeated.project])
    guard isStored == true else { return }
    try add(repeated.count, repeated.project, repeated.messageID, in: db)
  }

  /// Deletes the count of a deleted event.
  static func remove(_ project: String, _ messageID: String, in db: Database) throws {
    let statement = try db.cachedStatement(
      sql: "DELETE FROM repeats WHERE project = ? AND message_id = ?")
    try statement.execute(arguments: [project, messageID])
  }

  static func count(_ project: String, _ messageID: String, in db: Database) throws -> Int {
    try Int.fetchOne(
      db, sql: "SELECT count FROM repeats WHERE project = ? AND message_id = ?",
      arguments: [project, messageID]) ?? 0
  }
}
