#if canImport(PostgreSQLClient)
import Foundation
import PostgreSQLClient

extension PostgreSQLEventStore: CopyableStore {
  func name() async throws(StoreFailure) -> String {
    try await read { try $0.query("SELECT name FROM store").rows.first?[0] ?? "" }
  }

  /// Waits for the end of the transactions that are open now: a page ends before the oldest one.
  func settle() async throws(StoreFailure) {
    let limit = ContinuousClock.now + timeout
    let next = try await read { session in
      try session.query("SELECT pg_snapshot_xmax(pg_current_snapshot())").rows[0][0]
    }
    while try await !isReadable(before: next) {
      guard ContinuousClock.now < limit, !Task.isCancelled else {
        throw .unavailable("a transaction is open, which hides later events; see pg_stat_activity")
      }
      try? await Task.sleep(for: .milliseconds(20))
    }
  }

  private func isReadable(before transaction: String?) async throws(StoreFailure) -> Bool {
    try await read { session in
      try session.query(
        "SELECT pg_snapshot_xmin(pg_current_snapshot()) >= $1::text::xid8", [.text(transaction)]
      ).rows[0][0] == "t"
    }
  }

  func copy(after position: String?, limit: Int) async throws(StoreFailure) -> CopiedPage {
    let after = try Position(position)
    return try await read { session in
      let query = """
        SELECT xid, sequence, project, message_id, type, name, user_id, anonymous_id, "timestamp",
          original_timestamp, sent_at, received_at, body, context, integrations, digest,
          batch_default, count
        FROM events LEFT JOIN batch_defaults ON batch_defaults.id = batch_default
          LEFT JOIN repeats USING (project, message_id)
        WHERE (xid, sequence) > ($1::text::xid8, $2)
          AND xid < pg_snapshot_xmin(pg_current_snapshot())
        ORDER BY xid, sequence LIMIT $3
        """
      let rows = try session.query(
        Self.checked(query),
        [.text(after.transaction), .integer(after.sequence), .integer(Int64(limit))]
      ).rows
      try Self.check(rows)
      if rows.first?[0] == nil { try Self.checkPosition(after, session) }
      var page = CopiedPage()
      for row in rows {
        guard let event = CheckedEvent(row), let xid = row[0], let sequence = row[1],
          let project = row[2]
        else { continue }
        page.add(
          event, project: project, batch: row[16].flatMap { Int64($0) },
          defaults: Array(row[13...14]), at: "\(xid).\(sequence)",
          repeats: row[17].flatMap { Int($0) })
      }
      return page
    }
  }

  func tombstones() async throws(StoreFailure) -> [Tombstone] {
    try await read { session in
      let rows = try session.query(
        "SELECT project, encode(subject, 'base64'), erased_at FROM erasures"
      ).rows
      return rows.compactMap { row in
        guard let project = row[0],
          let subject = row[1].flatMap({ Data(base64Encoded: $0) }),
          let time = row[2].flatMap({ Int64($0) })
        else { return nil }
        return Tombstone(project: project, subject: subject, erasedAt: time)
      }
    }
  }

  func keptFrom() async throws(StoreFailure) -> EventDay? {
    try await read { session in
      try session.query("SELECT kept_from FROM retention").rows.first?[0]
        .flatMap { Int64($0) }.map(EventDay.init)
    }
  }

  func summary() async throws(StoreFailure) -> [String: ProjectSummary] {
    try await read { session in
      var summary = try PostgreSQLCounts.byProject(session).mapValues { ProjectSummary(counts: $0) }
      let rows = try session.query("SELECT project, count(*) FROM events GROUP BY project").rows
      for row in rows {
        guard let project = row[0], let count = row[1].flatMap({ Int($0) }) else { continue }
        summary[project, default: ProjectSummary()].events = count
      }
      return summary
    }
  }

  func position(in source: String) async throws(StoreFailure) -> String? {
    try await read { session in
      try session.query(
        "SELECT position FROM copies WHERE source = $1 AND project = ''", [.text(source)]
      ).rows.first?[0]
    }
  }

  func insert(_ page: CopiedPage, from source: String) async throws(StoreFailure) -> Int {
    let requests = page.requests
    let results = try await commit(requests) { results, session in
      var counts: [String: CollectorStatistics] = [:]
      var copied: [String: CollectorStatistics] = [:]
      for (request, results) in zip(requests, results) {
        counts[request.project, default: CollectorStatistics()] += CopiedCounts.adding(results)
        copied[request.project, default: CollectorStatistics()].stored += results.count
      }
      try Self.add(copied, from: source, session)
      try PostgreSQLRepeats.add(page.repeats, session)
      try session.query(
        """
        INSERT INTO copies (source, project, position) VALUES ($1, '', $2)
        ON CONFLICT (source, project) DO UPDATE SET position = excluded.position
        """, [.text(source), .text(page.position)])
      return counts
    }
    return results.joined().count { $0 == .stored }
  }

  func subjects(
    of tombstones: [Tombstone]
  ) async throws(StoreFailure) -> [(ErasureSubject, Int64)] {
    try await read { session in
      var finder = TombstoneFinder(tombstones)
      for column in ["user_id", "anonymous_id"] {
        let rows = try session.query(
          "SELECT DISTINCT project, \(column) FROM events WHERE \(column) IS NOT NULL"
        ).rows
        for row in rows {
          guard let project = row[0], let id = row[1] else { continue }
          finder.look(at: id, isUser: column == "user_id", in: project)
        }
      }
      return finder.found
    }
  }

  func insert(
    _ counts: [String: CollectorStatistics], from source: String
  ) async throws(StoreFailure) {
    _ = try await commit([]) { _, session in
      let rows = try session.query(
        """
        SELECT project, stored, duplicates, conflicts, refused, requests, 0 FROM copies
        WHERE source = $1
        """, [.text(source)]
      ).rows
      var before: [String: CollectorStatistics] = [:]
      for row in rows { before[row[0] ?? ""] = PostgreSQLCounts.statistics(row[1...]) }
      var added: [String: CollectorStatistics] = [:]
      for (project, counts) in counts {
        added[project] = CopiedCounts.adding(
          counts, to: before[project] ?? CollectorStatistics())
      }
      try Self.add(added, from: source, session)
      return added
    }
  }

  /// Adds to what was copied from a source.
  private static func add(
    _ added: [String: CollectorStatistics], from source: String,
    _ session: borrowing PostgreSQLSession
  ) throws {
    let rows = Array(added)
    let columns: [KeyPath<CollectorStatistics, Int>] = [
      \.stored, \.duplicatesReceived, \.conflictsReceived, \.refused, \.requests,
    ]
    try session.query(
      """
      INSERT INTO copies AS own
        (source, project, stored, duplicates, conflicts, refused, requests)
      SELECT $1, added.* FROM unnest(
        $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[]) AS added
      ON CONFLICT (source, project) DO UPDATE SET
        stored = own.stored + excluded.stored, duplicates = own.duplicates + excluded.duplicates,
        conflicts = own.conflicts + excluded.conflicts, refused = own.refused + excluded.refused,
        requests = own.requests + excluded.requests
      """,
      [.text(source), .texts(rows.map { $0.key })]
        + columns.map { column in .integers(rows.map { Int64($0.value[keyPath: column]) }) })
  }
}

extension CheckedEvent {
  /// Creates the event of a row; nil for a type that only newer versions have.
  fileprivate init?(_ row: [String?]) {
    guard let id = row[3], let kind = row[4].flatMap({ EventKind(rawValue: $0) }),
      let timestamp = row[8].flatMap({ Int64($0) }), let received = row[11].flatMap({ Int64($0) }),
      let body = row[12]
    else { return nil }
    self.init(
      messageID: id, kind: kind, name: row[5], userID: row[6], anonymousID: row[7],
      times: EventTimes(stored: timestamp, received: received, original: row[9], sent: row[10]),
      digest: row[15].flatMap { Int64($0) }, body: Array(body.utf8)[...])
  }
}
#endif
