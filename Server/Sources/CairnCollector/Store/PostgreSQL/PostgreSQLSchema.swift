#if canImport(PostgreSQLClient)
import PostgreSQLClient

/// The tables, and the migrations from all older versions of them.
enum PostgreSQLSchema {
  /// Advisory locks of this database: of migrations, of commits and removals, of writers, of
  /// changes of the activity other than additions.
  static let (migrationLock, removalLock, writerLock) = (721_470_001, 721_470_002, 721_470_003)
  static let activityLock = 721_470_004

  /// The numbers of a commit: the first of its events, and one for each further event and batch.
  static let numbersOfCommit = 16_384

  private static let versions = [version1, version2, version3, version4, version5]

  /// Creates or upgrades the tables; several collectors may do so at once.
  static func migrate(
    _ session: borrowing PostgreSQLSession, within limit: Duration
  ) throws {
    try session.transaction("SELECT pg_advisory_xact_lock(\(migrationLock))") { _ in
      try session.script("CREATE TABLE IF NOT EXISTS cairn_schema (version bigint NOT NULL)")
      let stored = try session.query("SELECT max(version) FROM cairn_schema").rows[0][0]
      let version = stored.flatMap { Int($0) } ?? 0
      guard version <= versions.count else { throw SchemaTooNew() }
      for number in version..<versions.count {
        try session.script(versions[number])
        if number == 2 { try PostgreSQLActivity.fill(session) }
        try session.query(
          "INSERT INTO cairn_schema (version) VALUES ($1)", [.integer(Int64(number + 1))])
      }
      try PostgreSQLEventStore.end(session, within: limit)
    }
  }

  // `day` is a pure function of the id, so ids are unique over all partitions. The position of a
  // reader is `(xid, sequence)`: numbers of a sequence are not in the order of the commits. Counts
  // have a row for each writer, because a row that all share would let them wait for each other.
  // `body` is text: jsonb has no NUL.
  private static let version1 = """
    CREATE SEQUENCE event_numbers INCREMENT BY \(numbersOfCommit);
    CREATE TABLE events (
      day date NOT NULL,
      project text COLLATE "C" NOT NULL,
      message_id text COLLATE "C" NOT NULL,
      xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
      sequence bigint NOT NULL,
      type text NOT NULL,
      name text,
      user_id text COLLATE "C",
      anonymous_id text COLLATE "C",
      "timestamp" bigint NOT NULL,
      original_timestamp text,
      sent_at text,
      received_at bigint NOT NULL,
      body text NOT NULL,
      batch_default bigint,
      digest bigint,
      PRIMARY KEY (day, project, message_id)
    ) PARTITION BY RANGE (day);
    CREATE TABLE events_other PARTITION OF events DEFAULT;
    CREATE INDEX events_in_order ON events (xid, sequence);
    CREATE INDEX events_by_user ON events (project, user_id) WHERE user_id IS NOT NULL;
    CREATE INDEX events_aliases ON events (project) WHERE type = 'alias';
    CREATE TABLE batch_defaults (
      id bigint PRIMARY KEY,
      context text,
      integrations text,
      events bigint NOT NULL
    );
    CREATE TABLE counts (
      project text COLLATE "C" NOT NULL,
      writer bigint NOT NULL,
      stored bigint NOT NULL DEFAULT 0,
      duplicates bigint NOT NULL DEFAULT 0,
      conflicts bigint NOT NULL DEFAULT 0,
      refused bigint NOT NULL DEFAULT 0,
      requests bigint NOT NULL DEFAULT 0,
      removed bigint NOT NULL DEFAULT 0,
      PRIMARY KEY (project, writer)
    );
    CREATE TABLE erasures (
      project text COLLATE "C" NOT NULL,
      subject bytea NOT NULL,
      erased_at bigint NOT NULL,
      PRIMARY KEY (project, subject)
    );
    CREATE TABLE retention (
      id bigint PRIMARY KEY CHECK (id = 1),
      kept_from bigint NOT NULL
    );
    CREATE TABLE store (
      id bigint PRIMARY KEY CHECK (id = 1),
      name text NOT NULL
    );
    INSERT INTO store (id, name) VALUES (1, gen_random_uuid()::text);
    CREATE TABLE copies (
      source text NOT NULL,
      project text COLLATE "C" NOT NULL,
      position text,
      stored bigint NOT NULL DEFAULT 0,
      duplicates bigint NOT NULL DEFAULT 0,
      conflicts bigint NOT NULL DEFAULT 0,
      refused bigint NOT NULL DEFAULT 0,
      requests bigint NOT NULL DEFAULT 0,
      PRIMARY KEY (source, project)
    );
    CREATE TABLE readiness (
      writer bigint PRIMARY KEY,
      probed_at bigint NOT NULL
    );
    """

  // What `cairnctl ship` needs. The trigger sees the deletions of every collector, also of an older
  // version, and those by hand. It waits for a registration in progress, so that no deletion is
  // between the registration and the first events that are read. What retention deletes is not
  // listed: the shipper deletes it by day. `xid` and `sequence` name one version of an event; its
  // id may be stored again later, by another user.
  private static let version2 = """
    CREATE TABLE projections (
      name text COLLATE "C" PRIMARY KEY,
      kept_from bigint NOT NULL DEFAULT 0
    );
    CREATE TABLE shipments (
      projection text COLLATE "C" NOT NULL REFERENCES projections,
      number bigint NOT NULL,
      stamp bigint NOT NULL,
      lo xid8 NOT NULL,
      hi xid8 NOT NULL,
      rows bigint NOT NULL,
      shipped bigint,
      PRIMARY KEY (projection, number)
    );
    CREATE TABLE projection_erasures (
      projection text COLLATE "C" NOT NULL REFERENCES projections,
      xid xid8 NOT NULL,
      sequence bigint NOT NULL,
      day date NOT NULL,
      PRIMARY KEY (projection, xid, sequence)
    );
    CREATE FUNCTION queue_projection_erasures() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      LOCK TABLE projections IN ROW SHARE MODE;
      INSERT INTO projection_erasures (projection, xid, sequence, day)
      SELECT projections.name, removed.xid, removed.sequence, removed.day
      FROM projections CROSS JOIN removed
      WHERE NOT EXISTS (
        SELECT 1 FROM retention WHERE removed.day >= date '1970-01-01'
          AND removed.day < date '1970-01-01' + retention.kept_from::int)
      ON CONFLICT DO NOTHING;
      RETURN NULL;
    END $$;
    CREATE TRIGGER events_removed AFTER DELETE ON events
      REFERENCING OLD TABLE AS removed
      FOR EACH STATEMENT EXECUTE FUNCTION queue_projection_erasures();
    """

  // Questions are answered from these tables. A row has events of one name and one hour;
  // `ActivityPart` has the form of the entries. A commit only adds rows, so that collectors do not
  // wait for each other. The other name of the sequence stops collectors of older versions that are
  // connected: they would store events without activity. Commits in progress end before. Most
  // commits increase numbers in `activity_links`: with free space in its pages, the index does not
  // change. No index has a name or a user id, which can be longer than the 2,704 bytes that an
  // entry of an index may have: the commit would fail, and with it those of others.
  private static let version3 = """
    SET LOCAL statement_timeout = 0;
    SET LOCAL lock_timeout = 0;
    SELECT pg_advisory_xact_lock(\(removalLock));
    ALTER SEQUENCE event_numbers RENAME TO event_sequence;
    CREATE INDEX events_by_sequence ON events (sequence);
    DROP INDEX events_by_user;
    CREATE INDEX events_by_user ON events (project, hashtextextended(user_id, 0))
      WHERE user_id IS NOT NULL;
    CREATE SEQUENCE activity_numbers;
    CREATE TABLE activity (
      id bigint PRIMARY KEY DEFAULT nextval('activity_numbers'),
      project text COLLATE "C" NOT NULL,
      hour bigint NOT NULL,
      name text COLLATE "C",
      events bigint NOT NULL,
      first bigint NOT NULL,
      last bigint NOT NULL,
      entries bytea NOT NULL
    );
    ALTER TABLE activity ALTER COLUMN entries SET STORAGE EXTERNAL;
    CREATE INDEX activity_by_hour ON activity (project, hour);
    CREATE TABLE activity_links (
      project text COLLATE "C" NOT NULL,
      anonymous bigint NOT NULL,
      "user" bigint NOT NULL,
      events bigint NOT NULL,
      PRIMARY KEY (project, anonymous, "user")
    ) WITH (fillfactor = 60);
    CREATE TABLE repeats (
      project text COLLATE "C" NOT NULL,
      message_id text COLLATE "C" NOT NULL,
      count bigint NOT NULL,
      PRIMARY KEY (project, message_id)
    );
    """

  // An erasure deletes the events of anonymous ids. Collectors of version 3 go on with this index.
  private static let version4 = """
    SET LOCAL statement_timeout = 0;
    SET LOCAL lock_timeout = 0;
    SELECT pg_advisory_xact_lock(\(removalLock));
    CREATE INDEX events_by_anonymous ON events (project, hashtextextended(anonymous_id, 0))
      WHERE user_id IS NULL AND anonymous_id IS NOT NULL;
    """

  // A collector has links in memory. It reads those that were added since, and all of them after a
  // removal. Collectors of versions 3 and 4 go on: the default and the trigger are in effect for
  // them as well.
  private static let version5 = """
    SET LOCAL statement_timeout = 0;
    SET LOCAL lock_timeout = 0;
    SELECT pg_advisory_xact_lock(\(removalLock));
    ALTER TABLE activity_links ADD COLUMN added xid8;
    ALTER TABLE activity_links ALTER COLUMN added SET DEFAULT pg_current_xact_id();
    CREATE INDEX activity_links_by_addition ON activity_links (project, added)
      WHERE added IS NOT NULL;
    CREATE TABLE activity_link_removals (
      id bigint PRIMARY KEY CHECK (id = 1),
      count bigint NOT NULL
    );
    INSERT INTO activity_link_removals (id, count) VALUES (1, 0);
    CREATE FUNCTION count_activity_link_removals() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT 1 FROM removed) THEN
        UPDATE activity_link_removals SET count = count + 1;
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER activity_links_removed AFTER DELETE ON activity_links
      REFERENCING OLD TABLE AS removed
      FOR EACH STATEMENT EXECUTE FUNCTION count_activity_link_removals();
    """
}
#endif
