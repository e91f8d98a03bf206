import Foundation
import GRDB

/// The tables, and the migrations from all older versions of the file.
enum Schema {
  static func migrate(_ database: some DatabaseWriter) throws {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1: events and their counts") { db in
      try db.execute(sql: events)
      try db.execute(sql: counts)
    }
    migrator.registerMigration("2: what a batch says once") { db in
      try db.execute(sql: batchDefaults)
      try db.execute(sql: readiness)
      try db.execute(sql: totals)
    }
    migrator.registerMigration("3: what tells a conflict from a duplicate") { db in
      try db.execute(sql: conflicts)
    }
    migrator.registerMigration("4: what was removed for good") { db in
      try db.execute(sql: removals)
    }
    migrator.registerMigration("5: what was copied from which store") { db in
      try db.execute(sql: copies)
      try db.execute(
        sql: "INSERT INTO store (id, name) VALUES (1, ?)", arguments: [UUID().uuidString])
    }
    migrator.registerMigration("6: what questions are answered from") { db in
      try db.execute(sql: activity)
      try ActivityTable.fill(db)
    }
    guard try !database.read(migrator.hasBeenSuperseded) else { throw SchemaTooNew() }
    try migrator.migrate(database)
  }

  // A rowid table, so that bodies are appended in order of arrival and random ids only affect the
  // narrow unique index. The id comes first in the index because `/v1/events?id=` has no project.
  // AUTOINCREMENT, so that the `after` of a reader stays unique when events are removed. Times are
  // microseconds since 1970; the sender's times are stored as it wrote them.
  private static let events = """
    CREATE TABLE events (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      project TEXT NOT NULL,
      message_id TEXT NOT NULL,
      type TEXT NOT NULL,
      name TEXT,
      user_id TEXT,
      anonymous_id TEXT,
      timestamp INTEGER NOT NULL,
      original_timestamp TEXT,
      sent_at TEXT,
      received_at INTEGER NOT NULL,
      body TEXT NOT NULL,
      UNIQUE (message_id, project)
    ) STRICT;
    CREATE INDEX events_by_name ON events (name) WHERE name IS NOT NULL;
    """

  // One row for each batch with defaults, and not for each event: a small request must not become a
  // large database. It is not a foreign key, because each removal of a row would search all events
  // for it.
  private static let batchDefaults = """
    CREATE TABLE batch_defaults (
      id INTEGER PRIMARY KEY,
      context TEXT,
      integrations TEXT
    ) STRICT;
    ALTER TABLE events ADD COLUMN batch_default INTEGER;
    """

  // The row of the totals of all projects has an empty name.
  private static let totals = """
    INSERT INTO counts (project, stored, duplicates, refused, requests)
    SELECT '', sum(stored), sum(duplicates), sum(refused), sum(requests) FROM counts
    HAVING count(*) > 0;
    """

  // Events that older versions stored have no digest: every event with their ids is a duplicate, as
  // it was then.
  private static let conflicts = """
    ALTER TABLE events ADD COLUMN digest INTEGER;
    ALTER TABLE counts ADD COLUMN conflicts INTEGER NOT NULL DEFAULT 0;
    """

  // A tombstone has only a digest of the identifier, because it outlives the data.
  private static let removals = """
    CREATE TABLE erasures (
      project TEXT NOT NULL,
      subject BLOB NOT NULL,
      erased_at INTEGER NOT NULL,
      PRIMARY KEY (project, subject)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE retention (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      kept_from INTEGER NOT NULL
    ) STRICT;
    ALTER TABLE counts ADD COLUMN removed INTEGER NOT NULL DEFAULT 0;
    """

  // The row with the position has an empty project; those of the projects have the counts that were
  // added to this store's.
  private static let copies = """
    CREATE TABLE store (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      name TEXT NOT NULL
    ) STRICT;
    CREATE TABLE copies (
      source TEXT NOT NULL,
      project TEXT NOT NULL,
      position TEXT,
      stored INTEGER NOT NULL DEFAULT 0,
      duplicates INTEGER NOT NULL DEFAULT 0,
      conflicts INTEGER NOT NULL DEFAULT 0,
      refused INTEGER NOT NULL DEFAULT 0,
      requests INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (source, project)
    ) STRICT, WITHOUT ROWID;
    """

  // A row has the events of one name and one hour, up to a maximum number; `ActivityPart` has the
  // form of the entries. `first` and `last` are the least and the greatest number of its events.
  // The index has the number of the events: counts are read from it alone.
  private static let activity = """
    CREATE TABLE activity (
      id INTEGER PRIMARY KEY,
      project TEXT NOT NULL,
      hour INTEGER NOT NULL,
      name TEXT,
      events INTEGER NOT NULL,
      first INTEGER NOT NULL,
      last INTEGER NOT NULL,
      entries BLOB NOT NULL
    ) STRICT;
    CREATE INDEX activity_by_hour ON activity (project, hour, name, events);
    CREATE TABLE activity_links (
      project TEXT NOT NULL,
      anonymous INTEGER NOT NULL,
      user INTEGER NOT NULL,
      events INTEGER NOT NULL,
      PRIMARY KEY (project, anonymous, user)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE repeats (
      project TEXT NOT NULL,
      message_id TEXT NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (project, message_id)
    ) STRICT, WITHOUT ROWID;
    """

  // One row, which is written to test whether the database is writable.
  private static let readiness = """
    CREATE TABLE readiness (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      probed_at INTEGER NOT NULL
    ) STRICT;
    """

  private static let counts = """
    CREATE TABLE counts (
      project TEXT NOT NULL PRIMARY KEY,
      stored INTEGER NOT NULL,
      duplicates INTEGER NOT NULL,
      refused INTEGER NOT NULL,
      requests INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """
}

/// A newer collector created this file: its meaning is unknown, so nothing is written to it.
struct SchemaTooNew: Error, CustomStringConvertible {
  var description: String {
    "it was created by a newer version of the collector; use that version or a newer one"
  }
}
