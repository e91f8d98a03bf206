#if canImport(PostgreSQLClient)
import PostgreSQLClient

/// Reads the activity in a transaction, and from memory what was read before.
struct PostgreSQLActivityReader: ~Copyable {
  /// The maximum number of events that are read at once.
  private static let eventsAtOnce = 100_000
  private static let rowsAtOnce = 10_000

  let session: PostgreSQLSession
  let cache: ActivityCache
  let use: ActivityCache.Use
  let moment: CachedLinks.Moment
  let removals: Int64
  let lists = ActivityRowLists()

  /// Creates a reader, which must not be used after the transaction of the session.
  init(
    _ session: borrowing PostgreSQLSession, _ cache: ActivityCache
  ) throws {
    self.session = session.alias()
    self.cache = cache
    // Before the snapshot of the database: what is removed after it is not added again.
    let use = cache.begin()
    let state = try session.query(Self.state).rows.first ?? []
    guard state.count == 5 else { throw PostgreSQLError(message: "the database has no state") }
    self.use = cache.validate(use, origin: state[0] ?? "")
    moment = CachedLinks.Moment(
      snapshot: state[1] ?? "", begin: state[2].flatMap { UInt64($0) } ?? 0,
      end: state[3].flatMap { UInt64($0) } ?? .max)
    removals = state[4].flatMap { Int64($0) } ?? -1
  }

  // A server that was promoted or started again, or tables that were restored or emptied, can have
  // other rows with the same ids.
  private static let state = """
    SELECT concat_ws(' ', pg_postmaster_start_time(),
        (SELECT oid FROM pg_database WHERE datname = current_database()),
        'activity'::regclass::oid, pg_relation_filenode('activity'),
        'activity_links'::regclass::oid, pg_relation_filenode('activity_links')),
      snapshot::text, pg_snapshot_xmin(snapshot)::text, pg_snapshot_xmax(snapshot)::text,
      (SELECT count FROM activity_link_removals)
    FROM pg_current_snapshot() AS snapshot
    """
}

extension PostgreSQLActivityReader: ActivityReader {
  private typealias Row = ActivityRowLists.Row

  func parts(
    _ read: ActivityRead, of project: String, _ body: (ActivityPart) throws -> Bool
  ) throws {
    // Memory has no numbers of events.
    if read.needsSequences && read.users == nil { return try storedParts(read, of: project, body) }
    var rows: [Row] = []
    var events = 0
    var goesOn = true
    var wanted = WantedUsers(read.users ?? [])
    try eachRow(read, of: project) { row in
      rows.append(row)
      events += read.hasEntries(of: row) ? row.part.events : 0
      guard events >= Self.eventsAtOnce || rows.count >= Self.rowsAtOnce else { return true }
      goesOn = try pass(rows, read, of: project, &wanted, body)
      (rows, events) = ([], 0)
      return goesOn
    }
    if goesOn { _ = try pass(rows, read, of: project, &wanted, body) }
  }

  func list(_ read: ActivityRead, of project: String) throws {
    var count = 0
    try eachRow(read, of: project) { _ in
      count += 1
      return count <= ActivityRowLists.maxRows
    }
  }

  private func eachRow(
    _ read: ActivityRead, of project: String, _ body: (Row) throws -> Bool
  ) throws {
    if let rows = lists.rows(of: read, project) {
      for row in rows {
        guard try body(row) else { return }
      }
      return
    }
    var list = lists.new(read, project)
    var isWhole = true
    try cursor(read.sql("id, hour, \(read.nameSQL), events"), read.values(project)) { row in
      guard let id = row.integer(0), let hour = row.integer(1), let events = row.integer(3) else {
        return true
      }
      let part = ActivityPart(name: read.name(row, 2), hour: hour, events: Int(events))
      let own = Row(id: id, part: part)
      list.append(own)
      isWhole = try body(own)
      return isWhole
    }
    if isWhole { lists.keep(list) }
  }

  /// Calls the body with the parts of these rows until it returns false.
  private func pass(
    _ rows: [Row], _ read: ActivityRead, of project: String, _ wanted: inout WantedUsers,
    _ body: (ActivityPart) throws -> Bool
  ) throws -> Bool {
    try QuestionThreads.checkEnd()
    var rows = rows
    try addEntries(&rows, read, project)
    if read.needsSequences { try replaceEntries(&rows, of: &wanted) }
    for row in rows {
      guard try body(row.part) else { return false }
    }
    return true
  }

  /// Adds the entries from memory, or else from the database.
  private func addEntries(
    _ rows: inout [Row], _ read: ActivityRead, _ project: String
  ) throws {
    let places = rows.indices.filter { read.hasEntries(of: rows[$0]) }
    guard !places.isEmpty else { return }
    var missing: [Int] = []
    let known = cache.entries(of: places.map { rows[$0].id }, project, use)
    for (place, entries) in zip(places, known) {
      rows[place].part.numbered = entries
      if entries == nil { missing.append(place) }
    }
    guard !missing.isEmpty else { return }
    try readEntries(of: missing, &rows)
    let added = cache.add(missing.map { (rows[$0].id, rows[$0].part) }, project, use)
    for (place, entries) in zip(missing, added) where entries != nil {
      rows[place].part.numbered = entries
      rows[place].part.entries = []
    }
  }

  /// Leaves the rows that have events of the users, with the entries as they are stored.
  private func replaceEntries(_ rows: inout [Row], of wanted: inout WantedUsers) throws {
    rows = rows.filter { row in row.part.numbered.map { wanted.isAny(in: $0) } ?? true }
    try readEntries(of: rows.indices.filter { rows[$0].part.numbered != nil }, &rows)
    for place in rows.indices { rows[place].part.numbered = nil }
  }

  private func readEntries(of places: [Int], _ rows: inout [Row]) throws {
    guard !places.isEmpty else { return }
    var placeOfID: [Int64: Int] = [:]
    for place in places { placeOfID[rows[place].id] = place }
    try QuestionThreads.checkEnd()
    try session.query(
      "SELECT id, entries FROM activity WHERE id = ANY ($1)",
      [.integers(places.map { rows[$0].id })]
    ) { row in
      guard let place = row.integer(0).flatMap({ placeOfID[$0] }), let bytes = row.bytes(1) else {
        return
      }
      rows[place].part.entries = Array(bytes)
    }
  }
}
#endif
