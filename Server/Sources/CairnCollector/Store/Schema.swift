import GRDB

/// The tables, and how to come to them from any older version of the file.
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
    guard try !database.read(migrator.hasBeenSuperseded) else { throw SchemaTooNew() }
    try migrator.migrate(database)
  }

  // A rowid table, so that bodies are appended in order of arrival and random ids only touch the
  // narrow unique index. The id comes first in it because `/v1/events?id=` knows no project.
  // AUTOINCREMENT, so that pruning never gives a reader's `after` a second meaning.
  // Times are microseconds since 1970, those of the sender as it wrote them.
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

  // A row for each batch that has some, and not for each event: a small request must not become a large database. Not a
  // foreign key, because each removal of a row would search all events for it.
  private static let batchDefaults = """
    CREATE TABLE batch_defaults (
      id INTEGER PRIMARY KEY,
      context TEXT,
      integrations TEXT
    ) STRICT;
    ALTER TABLE events ADD COLUMN batch_default INTEGER;
    """

  // The row of all projects together has no name.
  private static let totals = """
    INSERT INTO counts (project, stored, duplicates, refused, requests)
    SELECT '', sum(stored), sum(duplicates), sum(refused), sum(requests) FROM counts
    HAVING count(*) > 0;
    """

  // Events that older versions stored have no digest: whatever comes again under their ids is a duplicate, as it was then.
  private static let conflicts = """
    ALTER TABLE events ADD COLUMN digest INTEGER;
    ALTER TABLE counts ADD COLUMN conflicts INTEGER NOT NULL DEFAULT 0;
    """

  // One row, written to see whether the database can be.
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

/// A newer collector made this file: what it means is not known, so nothing is written to it.
struct SchemaTooNew: Error, CustomStringConvertible {
  var description: String {
    "it was created by a newer version of the collector; use that version or a newer one"
  }
}
