import Foundation
import GRDB

/// The activity in a SQLite database, in the same transaction as the events.
enum ActivityTable {
  /// The maximum number of events of a part: with them, a row is about as long as a page.
  private static let maxEvents = 190

  static func add(_ change: ActivityChange, in db: Database) throws {
    for (key, part) in zip(change.keys, change.parts) { try add(part, key, in: db) }
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO activity_links (project, anonymous, user, events) VALUES (?, ?, ?, ?)
        ON CONFLICT (project, anonymous, user) DO UPDATE SET events = events + excluded.events
        """)
    for (key, events) in change.sortedLinks {
      try statement.execute(arguments: [
        key.project.text, Int64(bitPattern: key.link.anonymous),
        Int64(bitPattern: key.link.user), events,
      ])
    }
  }

  /// Adds to a part that has space, and creates parts for the rest.
  private static func add(
    _ added: ActivityPart, _ key: ActivityChange.Key, in db: Database
  ) throws {
    let statement = try db.cachedStatement(
      sql: """
        SELECT id, entries FROM activity
        WHERE project = ? AND hour = ? AND name IS ? AND events < \(maxEvents) LIMIT 1
        """)
    var rest = added
    let row = try Row.fetchOne(
      statement, arguments: [key.project.text, added.hour, key.name?.text])
    if let row {
      let old = ActivityPart(name: added.name, hour: added.hour, entries: row[1] as Data)
      let (first, more) = rest.divided(at: maxEvents - old.events)
      try update(old.appending(first), id: row[0], in: db)
      rest = more
    }
    let insertion = try db.cachedStatement(
      sql: """
        INSERT INTO activity (project, hour, name, events, first, last, entries)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """)
    for part in rest.split(by: maxEvents) {
      guard let sequences = part.sequences else { continue }
      try insertion.execute(arguments: [
        key.project.text, part.hour, key.name?.text, part.events, sequences.lowerBound,
        sequences.upperBound, Data(part.entries),
      ])
    }
  }

  private static func update(_ part: ActivityPart, id: Int64, in db: Database) throws {
    guard let sequences = part.sequences else {
      let deletion = try db.cachedStatement(sql: "DELETE FROM activity WHERE id = ?")
      return try deletion.execute(arguments: [id])
    }
    let statement = try db.cachedStatement(
      sql: "UPDATE activity SET events = ?, first = ?, last = ?, entries = ? WHERE id = ?")
    try statement.execute(arguments: [
      part.events, sequences.lowerBound, sequences.upperBound, Data(part.entries), id,
    ])
  }

  /// Removes deleted events.
  static func remove(_ change: ActivityChange, in db: Database) throws {
    for (key, part) in zip(change.keys, change.parts) { try remove(part, key, in: db) }
    for (key, events) in change.sortedLinks {
      let link: StatementArguments = [
        key.project.text, Int64(bitPattern: key.link.anonymous), Int64(bitPattern: key.link.user),
      ]
      let condition = "project = ? AND anonymous = ? AND user = ?"
      try db.execute(
        sql: "UPDATE activity_links SET events = events - ? WHERE \(condition)",
        arguments: [events] + link)
      try db.execute(
        sql: "DELETE FROM activity_links WHERE \(condition) AND events <= 0", arguments: link)
    }
  }

  private static func remove(
    _ removed: ActivityPart, _ key: ActivityChange.Key, in db: Database
  ) throws {
    guard let range = removed.sequences else { return }
    var sequences: Set<Int64> = []
    removed.forEach { sequences.insert($0.sequence) }
    let statement = try db.cachedStatement(
      sql: """
        SELECT id, entries FROM activity
        WHERE project = ? AND hour = ? AND name IS ? AND first <= ? AND last >= ?
        """)
    let rows = try Row.fetchAll(
      statement,
      arguments: [
        key.project.text, removed.hour, key.name?.text, range.upperBound, range.lowerBound,
      ])
    for row in rows {
      let old = ActivityPart(name: removed.name, hour: removed.hour, entries: row[1] as Data)
      let new = old.removing(sequences)
      if new.events != old.events { try update(new, id: row[0], in: db) }
    }
  }

  /// Fills the tables from the events, which older versions stored without them.
  static func fill(_ db: Database) throws {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT project, name, user_id, anonymous_id, timestamp, sequence FROM events
        ORDER BY sequence
        """)
    var change = ActivityChange()
    var count = 0
    while let row = try rows.next() {
      change.add(
        project: row[0], name: row[1], userID: row[2], anonymousID: row[3], time: row[4],
        sequence: row[5])
      count += 1
      // Bounds the memory.
      if count.isMultiple(of: 100_000) {
        try add(change, in: db)
        change = ActivityChange()
      }
    }
    try add(change, in: db)
  }
}

extension ActivityPart {
  init(name: String?, hour: Int64, entries: Data) {
    self.init(
      name: name, hour: hour, events: entries.count / Self.entryBytes, entries: Array(entries))
  }

  fileprivate func appending(_ other: ActivityPart) -> ActivityPart {
    ActivityPart(
      name: name, hour: hour, events: events + other.events, entries: entries + other.entries)
  }

  /// Returns the first `count` events, and the rest.
  fileprivate func divided(at count: Int) -> (ActivityPart, ActivityPart) {
    let count = min(max(count, 0), events)
    let place = count * Self.entryBytes
    return (
      ActivityPart(name: name, hour: hour, events: count, entries: Array(entries[..<place])),
      ActivityPart(
        name: name, hour: hour, events: events - count, entries: Array(entries[place...]))
    )
  }
}
