#if canImport(PostgreSQLClient)
import Foundation
import PostgreSQLClient

// A removal is recorded under a lock that waits for the commits in progress: an event cannot escape
// it on any collector.
extension PostgreSQLEventStore: ErasingStore {
  private static let chunk = 1_000

  func prune(before day: EventDay) async throws(StoreFailure) -> Int {
    try await writeRemoval { session in
      try session.query(
        """
        INSERT INTO retention AS own (id, kept_from) VALUES (1, $1)
        ON CONFLICT (id) DO UPDATE SET kept_from = greatest(own.kept_from, excluded.kept_from)
        """, [.integer(day.number)])
    }
    let deleted = try await delete(
      where: "day >= date '1970-01-01' AND day < date '1970-01-01' + $1::bigint::int",
      [.integer(day.number)], order: "ORDER BY day, project, message_id")
    try await dropEmptyPartitions(before: day)
    return deleted
  }

  /// Drops the partitions of days that are not kept; one that a reader uses stays until the next
  /// time.
  private func dropEmptyPartitions(before day: EventDay) async throws(StoreFailure) {
    let timeout = timeout
    let names = try await write { session in
      try PostgreSQLPartitions.names(before: day, session)
    }
    for name in names {
      try await write { session in
        try session.transaction(
          "SELECT pg_advisory_xact_lock(\(PostgreSQLSchema.removalLock))"
        ) { _ in
          try PostgreSQLPartitions.dropIfEmpty(name, session)
          try Self.end(session, within: timeout)
        }
      }
    }
  }

  func record(_ tombstones: [Tombstone]) async throws(StoreFailure) {
    try await writeRemoval { session in
      try session.query(
        """
        INSERT INTO erasures AS own (project, subject, erased_at)
        SELECT * FROM unnest($1::text[], $2::bytea[], $3::bigint[])
        ON CONFLICT (project, subject) DO UPDATE SET
          erased_at = greatest(own.erased_at, excluded.erased_at)
        """,
        [
          .texts(tombstones.map(\.project)), .binaries(tombstones.map { Array($0.subject) }),
          .integers(tombstones.map(\.erasedAt)),
        ])
    }
  }

  private func writeRemoval(
    _ change: @escaping @Sendable (borrowing PostgreSQLSession) throws -> Void
  ) async throws(StoreFailure) {
    let timeout = timeout
    try await write { session in
      try session.transaction(
        "SELECT pg_advisory_xact_lock(\(PostgreSQLSchema.removalLock))"
      ) { _ in
        try change(session)
        try Self.end(session, within: timeout)
      }
    }
  }

  /// Returns the condition that an event has the user of a parameter, in the form of the index.
  static func isUser(_ parameter: String) -> String {
    "hashtextextended(user_id, 0) = hashtextextended(\(parameter), 0) AND user_id = \(parameter)"
  }

  /// Returns the condition that an event has no user and the anonymous id of a parameter, in the
  /// form of the index.
  static func isAnonymous(_ parameter: String) -> String {
    """
    user_id IS NULL AND anonymous_id = \(parameter)
      AND hashtextextended(anonymous_id, 0) = hashtextextended(\(parameter), 0)
    """
  }

  /// Returns the condition that an event is an alias, and has the user of a parameter as the former
  /// id, which is in its body.
  ///
  /// The server reads no NUL, which no id has. So each of them, behind an even number of
  /// backslashes, is replaced.
  static func isFormerUser(_ parameter: String) -> String {
    #"type = 'alias' AND regexp_replace(body, '(?<!\\)((\\\\)*)\\u0000', '\1\\ufffd', 'g')"#
      + "::json ->> 'previousId' = \(parameter)"
  }

  func anonymousIDs(
    only userID: String, _ project: String
  ) async throws(StoreFailure) -> [String] {
    try await write { try Self.anonymousIDs(only: userID, project, $0) }
  }

  /// Returns the anonymous ids that are in events of the user, and in those of no other user.
  static func anonymousIDs(
    only userID: String, _ project: String, _ session: borrowing PostgreSQLSession
  ) throws -> [String] {
    let own = try session.query(
      """
      WITH own AS MATERIALIZED (
        SELECT anonymous_id FROM events WHERE project = $1 AND \(isUser("$2")))
      SELECT DISTINCT anonymous_id FROM own WHERE anonymous_id IS NOT NULL ORDER BY anonymous_id
      """, [.text(project), .text(userID)]
    ).rows.compactMap { $0[0] }
    guard !own.isEmpty else { return [] }
    let keys = own.map { Int64(bitPattern: ActivityUser.key(ofAnonymous: $0)) }
    // No index has the events with a user by their anonymous id; the links have the users of each.
    let shared = try session.query(
      """
      SELECT anonymous FROM activity_links WHERE project = $1 AND anonymous = ANY ($2::bigint[])
      GROUP BY anonymous HAVING count(*) > 1
      """, [.text(project), .integers(keys)]
    ).rows.compactMap { $0[0].flatMap { Int64($0) } }
    let others = Set(shared)
    return zip(own, keys).filter { !others.contains($1) }.map { $0.0 }
  }

  func delete(_ subject: ErasureSubject, until time: Int64) async throws(StoreFailure) -> Int {
    let condition = #"project = $1 AND "timestamp" <= $3 AND "#
    switch subject.identity {
    case .user(let id):
      let values: [PostgreSQLValue] = [.text(subject.project), .text(id), .integer(time)]
      let own = try await delete(where: condition + Self.isUser("$2"), values)
      let aliases = try await delete(where: condition + Self.isFormerUser("$2"), values)
      return own + aliases
    case .anonymous(let id):
      return try await delete(
        where: condition + Self.isAnonymous("$2"),
        [.text(subject.project), .text(id), .integer(time)])
    }
  }

  /// Deletes the events in chunks; returns their number.
  ///
  /// `order` is that of an index, or empty. Two deletions of the same events wait for each other
  /// before they lock rows, because they take the rows in any order.
  private func delete(
    where condition: String, _ values: [PostgreSQLValue], order: String = ""
  ) async throws(StoreFailure) -> Int {
    let (state, timeout) = (state, timeout)
    var (deleted, isNone) = (0, false)
    // Memory can have the deleted events.
    defer { if !isNone { activityCache.removeAll() } }
    while true {
      let count = try await write { session in
        let writer = state.withLock { $0.writer }
        let (count, counts) = try session.transaction(
          "SELECT pg_advisory_xact_lock(\(PostgreSQLSchema.activityLock))"
        ) { _ in
          // The last events are few: without an index, all events would be read for them.
          try session.script("SET LOCAL enable_seqscan = off")
          let rows = try session.query(
            """
            DELETE FROM events WHERE (day, project, message_id) IN (
              SELECT day, project, message_id FROM events WHERE \(condition)
              \(order) LIMIT \(Self.chunk) FOR UPDATE)
            RETURNING project, batch_default, message_id, name, user_id, anonymous_id, "timestamp",
              sequence
            """, values
          ).rows
          try Self.releaseDefaults(rows.compactMap { $0[1].flatMap { Int64($0) } }, session)
          try PostgreSQLActivity.remove(Self.activity(rows), session)
          try PostgreSQLRepeats.remove(rows.map { ($0[0] ?? "", $0[2] ?? "") }, session)
          var counts: [String: CollectorStatistics] = [:]
          for row in rows { counts[row[0] ?? "", default: CollectorStatistics()].removed += 1 }
          try PostgreSQLCounts.add(counts, writer: writer, session)
          try Self.end(session, within: timeout)
          return (rows.count, counts)
        }
        state.withLock { state in for added in counts.values { state.totals += added } }
        return count
      }
      deleted += count
      isNone = deleted == 0
      if count < Self.chunk { return deleted }
    }
  }

  /// Returns the activity of deleted rows.
  private static func activity(_ rows: [[String?]]) -> ActivityChange {
    var activity = ActivityChange()
    for row in rows {
      guard let project = row[0], let time = row[6].flatMap({ Int64($0) }),
        let sequence = row[7].flatMap({ Int64($0) })
      else { continue }
      activity.add(
        project: project, name: row[3], userID: row[4], anonymousID: row[5], time: time,
        sequence: sequence)
    }
    return activity
  }

  /// Deletes those defaults that no event uses any more: they are data of the events.
  private static func releaseDefaults(
    _ ids: [Int64], _ session: borrowing PostgreSQLSession
  ) throws {
    guard !ids.isEmpty else { return }
    let counts = Dictionary(ids.map { ($0, Int64(1)) }, uniquingKeysWith: +)
    let sorted = counts.keys.sorted()
    try session.query(
      """
      UPDATE batch_defaults SET events = events - removed.count
      FROM unnest($1::bigint[], $2::bigint[]) AS removed (id, count)
      WHERE batch_defaults.id = removed.id
      """, [.integers(sorted), .integers(sorted.map { counts[$0] })])
    try session.query(
      "DELETE FROM batch_defaults WHERE id = ANY ($1) AND events <= 0", [.integers(sorted)])
  }
}
#endif
