#if canImport(PostgreSQLClient)
import PostgreSQLClient

/// The activity in PostgreSQL, in the same transaction as the events.
enum PostgreSQLActivity {
  /// The maximum number of events of a row.
  private static let maxEvents = 2_000

  static func add(
    _ change: ActivityChange, _ session: borrowing PostgreSQLSession
  ) throws {
    var parameters = PostgreSQLParameters()
    let (parts, links) = insertions(change, &parameters)
    try session.query("WITH parts AS (\(parts)) \(links)", parameters.values)
  }

  /// Returns the statements that add the rows and the links of a change.
  static func insertions(
    _ change: ActivityChange, _ parameters: inout PostgreSQLParameters
  ) -> (parts: String, links: String) {
    let parts = insertion(zip(change.keys, change.parts).map { ($0.project.text, $1) }, &parameters)
    let links = parameters.add(values(change.sortedLinks))
    return (
      parts,
      """
      INSERT INTO activity_links AS own (project, anonymous, "user", events) SELECT * FROM \(links)
      ON CONFLICT (project, anonymous, "user") DO UPDATE SET events = own.events + excluded.events
      """
    )
  }

  private static func insertion(
    _ parts: [(project: String, part: ActivityPart)], _ parameters: inout PostgreSQLParameters
  ) -> String {
    let parts = parts.flatMap { project, part in
      part.split(by: maxEvents).map { (project: project, part: $0) }
    }
    let ranges = parts.map { $0.part.sequences ?? 0...0 }
    let rows = parameters.add([
      .texts(parts.map { $0.project }), .integers(parts.map { $0.part.hour }),
      .texts(parts.map { $0.part.name }), .integers(parts.map { Int64($0.part.events) }),
      .integers(ranges.map(\.lowerBound)), .integers(ranges.map(\.upperBound)),
      .binaries(parts.map { $0.part.entries }),
    ])
    return """
      INSERT INTO activity (project, hour, name, events, first, last, entries)
      SELECT * FROM \(rows)
      """
  }

  private static func values(
    _ links: [(key: ActivityChange.LinkKey, events: Int)]
  ) -> [PostgreSQLValue] {
    [
      .texts(links.map { $0.key.project.text }),
      .integers(links.map { Int64(bitPattern: $0.key.link.anonymous) }),
      .integers(links.map { Int64(bitPattern: $0.key.link.user) }),
      .integers(links.map { Int64($0.events) }),
    ]
  }

  /// Removes deleted events.
  static func remove(
    _ change: ActivityChange, _ session: borrowing PostgreSQLSession
  ) throws {
    guard !change.isEmpty else { return }
    // Rows are replaced: two transactions that do so must not see each other's old rows.
    try session.query("SELECT pg_advisory_xact_lock(\(PostgreSQLSchema.activityLock))")
    var removed: [String: Set<Int64>] = [:]
    for (key, part) in zip(change.keys, change.parts) {
      part.forEach { removed[key.project.text, default: []].insert($0.sequence) }
    }
    let ranges = change.parts.map { $0.sequences ?? 0...0 }
    var parts: [(project: String, part: ActivityPart)] = []
    try session.query(
      """
      DELETE FROM activity USING (SELECT DISTINCT activity.id
        FROM unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[])
          AS removed (project, hour, name, first, last)
        JOIN activity ON activity.project = removed.project AND activity.hour = removed.hour
          AND activity.name IS NOT DISTINCT FROM removed.name
          AND activity.first <= removed.last AND activity.last >= removed.first) AS found
      WHERE activity.id = found.id
      RETURNING project, hour, name, entries
      """,
      [
        .texts(change.keys.map(\.project.text)), .integers(change.keys.map(\.hour)),
        .texts(change.keys.map(\.name?.text)), .integers(ranges.map(\.lowerBound)),
        .integers(ranges.map(\.upperBound)),
      ]
    ) { row in
      guard let project = row.text(0), var part = ActivityPart(row, hour: 1, entries: 3) else {
        return
      }
      part.name = row.text(2)
      let rest = part.removing(removed[project] ?? [])
      if rest.events > 0 { parts.append((project, rest)) }
    }
    if !parts.isEmpty {
      var parameters = PostgreSQLParameters()
      let insertion = insertion(parts, &parameters)
      try session.query(insertion, parameters.values)
    }
    try removeLinks(change.sortedLinks, session)
  }

  private static func removeLinks(
    _ links: [(key: ActivityChange.LinkKey, events: Int)], _ session: borrowing PostgreSQLSession
  ) throws {
    guard !links.isEmpty else { return }
    // In the order in which commits lock the rows.
    try session.query(
      """
      WITH locked AS (
        SELECT own.project, own.anonymous, own."user", removed.events
        FROM activity_links AS own
        JOIN unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[])
          AS removed (project, anonymous, "user", events) USING (project, anonymous, "user")
        ORDER BY own.project, own.anonymous, own."user" FOR UPDATE OF own)
      UPDATE activity_links AS own SET events = own.events - locked.events FROM locked
      WHERE own.project = locked.project AND own.anonymous = locked.anonymous
        AND own."user" = locked."user"
      """, values(links))
    try session.query(
      """
      DELETE FROM activity_links AS own
      USING unnest($1::text[], $2::bigint[], $3::bigint[]) AS removed (project, anonymous, "user")
      WHERE own.project = removed.project AND own.anonymous = removed.anonymous
        AND own."user" = removed."user" AND own.events <= 0
      """, Array(values(links).dropLast()))
  }

  /// Fills the tables from the events, which older versions stored without them.
  static func fill(_ session: borrowing PostgreSQLSession) throws {
    let page = 100_000
    var after = ("0", "0")
    while true {
      var change = ActivityChange()
      var count = 0
      let rows = try session.query(
        """
        SELECT xid, sequence, project, name, user_id, anonymous_id, "timestamp" FROM events
        WHERE (xid, sequence) > ($1::text::xid8, $2::text::bigint)
        ORDER BY xid, sequence LIMIT \(page)
        """, [.text(after.0), .text(after.1)]
      ).rows
      for row in rows {
        guard let project = row[2], let sequence = row[1].flatMap({ Int64($0) }),
          let time = row[6].flatMap({ Int64($0) })
        else { continue }
        change.add(
          project: project, name: row[3], userID: row[4], anonymousID: row[5], time: time,
          sequence: sequence)
      }
      count = rows.count
      if let last = rows.last { after = (last[0] ?? "0", last[1] ?? "0") }
      try add(change, session)
      if count < page { return }
    }
  }
}

extension ActivityPart {
  /// Creates the part of a row, without its name; nil when a value is missing.
  init?(_ row: PostgreSQLRow, hour: Int32, entries: Int32) {
    guard let hour = row.integer(hour) else { return nil }
    let bytes = row.bytes(entries).map { Array($0) } ?? []
    self.init(name: nil, hour: hour, events: bytes.count / Self.entryBytes, entries: bytes)
  }
}
#endif
