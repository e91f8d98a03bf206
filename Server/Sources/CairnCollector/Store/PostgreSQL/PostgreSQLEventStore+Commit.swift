#if canImport(PostgreSQLClient)
import Foundation
import PostgreSQLClient

extension PostgreSQLEventStore {
  func commit(_ requests: [StoreRequest]) async throws(StoreFailure) -> [[StoreResult]] {
    try await commit(requests) { results, _ in
      var counts: [String: CollectorStatistics] = [:]
      for (request, results) in zip(requests, results) {
        counts[request.project, default: CollectorStatistics()] += request.counts(results)
      }
      return counts
    }
  }

  /// Stores the events, and adds the counts that `count` returns; it can change more in the same
  /// transaction.
  func commit(
    _ requests: [StoreRequest],
    count:
      @escaping @Sendable ([[StoreResult]], borrowing PostgreSQLSession) throws
      -> [String: CollectorStatistics]
  ) async throws(StoreFailure) -> [[StoreResult]] {
    let (state, timeout) = (state, timeout)
    defer { mergeActivityIfDue() }
    return try await write { session in
      try PostgreSQLPartitions.create(session, state, within: timeout)
      let writer = state.withLock { $0.writer }
      let (results, counts) = try session.transaction(Self.begin) { first in
        let results = try PostgreSQLCommit(requests, first.rows[0]).results(session)
        let counts = try count(results, session)
        try PostgreSQLCounts.add(counts, writer: writer, session)
        try Self.end(session, within: timeout)
        return (results, counts)
      }
      state.withLock { state in for added in counts.values { state.totals += added } }
      return results
    }
  }

  // The shared lock: a removal waits for the commits in progress, and later ones see it. Each of
  // the statements sees what was committed before it.
  private static let begin = """
    SELECT pg_advisory_xact_lock_shared(\(PostgreSQLSchema.removalLock));
    SELECT nextval('event_sequence'), (SELECT kept_from FROM retention),
      EXISTS (SELECT 1 FROM erasures);
    """

  /// Ends the transaction.
  ///
  /// - Throws: `StoreFailure.outcomeUnknown` when the server did not answer, or stopped waiting for
  ///   its standbys: then it answers with success and a warning.
  static func end(_ session: borrowing PostgreSQLSession, within limit: Duration) throws {
    do {
      let warning = try session.commit(within: limit)
      if let warning { throw StoreFailure.outcomeUnknown(warning) }
    } catch let error as PostgreSQLError where error.sqlState == nil {
      throw StoreFailure.outcomeUnknown("\(error)")
    }
  }
}

/// The events of one transaction.
struct PostgreSQLCommit {
  /// An event's key: the same ids are different events in different projects.
  private struct Key: Hashable {
    var project: [UInt8]
    var messageID: [UInt8]

    // Strings that Unicode calls equivalent are different ids.
    init(_ project: String, _ messageID: String) {
      self.project = Array(project.utf8)
      self.messageID = Array(messageID.utf8)
    }
  }

  private struct Row {
    var key: Key
    var request: Int
    var number: Int64
    var event: CheckedEvent
    var project: String
  }

  private let requests: [StoreRequest]
  /// The first number of this transaction.
  private let base: Int64
  private let keptFrom: EventDay?
  private let hasErasures: Bool

  init(_ requests: [StoreRequest], _ begin: [String?]) throws {
    self.requests = requests
    guard let base = begin[0].flatMap({ Int64($0) }) else {
      throw PostgreSQLError(message: "the transaction has no number")
    }
    self.base = base
    keptFrom = begin[1].flatMap { Int64($0) }.map(EventDay.init)
    hasErasures = begin[2] == "t"
  }

  /// Inserts the events and returns the result of each.
  func results(_ session: borrowing PostgreSQLSession) throws -> [[StoreResult]] {
    let erased = try erasedAt(session)
    var unique: [Key: Row] = [:]
    var rows: [Row] = []
    var removed: [[StoreResult?]] = []
    for (index, request) in requests.enumerated() {
      removed.append(
        request.events.map { removal(of: $0, request.project, erased) })
      for (place, event) in request.events.enumerated() where removed[index][place] == nil {
        let key = Key(request.project, event.messageID)
        guard unique[key] == nil else { continue }
        let row = Row(
          key: key, request: index, number: base + Int64(rows.count), event: event,
          project: request.project)
        unique[key] = row
        rows.append(row)
      }
    }
    let inserted = try insert(rows, session)
    try PostgreSQLActivity.add(activity(rows.filter { inserted.contains($0.key) }), session)
    let digests = try digests(rows.filter { !inserted.contains($0.key) }, session)
    var isFirst = inserted
    var repeated: [Key: Int] = [:]
    let results = requests.enumerated().map { index, request in
      request.events.enumerated().map { place, event in
        if let result = removed[index][place] { return result }
        let key = Key(request.project, event.messageID)
        if isFirst.remove(key) != nil { return .stored }
        let stored = digests[key] ?? (inserted.contains(key) ? unique[key]?.event.digest : nil)
        let result = StoreResult(ofKnown: event.digest, stored: stored)
        if result == .duplicate { repeated[key, default: 0] += 1 }
        return result
      }
    }
    try PostgreSQLRepeats.add(
      repeated.map { key, count in
        RepeatedEvent(
          project: String(decoding: key.project, as: UTF8.self),
          messageID: String(decoding: key.messageID, as: UTF8.self), count: count)
      }, session)
    return results
  }

  private func activity(_ rows: [Row]) -> ActivityChange {
    var activity = ActivityChange()
    for row in rows {
      let event = row.event
      activity.add(
        project: row.project, name: event.name, userID: event.userID,
        anonymousID: event.anonymousID, time: event.times.happened, sequence: row.number)
    }
    return activity
  }

  private func removal(
    of event: CheckedEvent, _ project: String, _ erased: [Key: Int64]
  ) -> StoreResult? {
    if let keptFrom, let day = EventDay(inID: event.messageID), day < keptFrom {
      return .expired(keptFrom: keptFrom)
    }
    guard !erased.isEmpty, let identity = ErasureSubject.Identity(of: event),
      let erasedAt = erased[Key(project, identity.hex)]
    else { return nil }
    return event.times.happened <= erasedAt ? .erased : nil
  }

  /// Returns when the identities of these events were erased, by project and digest.
  private func erasedAt(_ session: borrowing PostgreSQLSession) throws -> [Key: Int64] {
    guard hasErasures else { return [:] }
    let subjects = Set(
      requests.flatMap { $0.events.compactMap { ErasureSubject.Identity(of: $0)?.digest } })
    let rows = try session.query(
      """
      SELECT project, encode(subject, 'hex'), erased_at FROM erasures WHERE subject = ANY ($1)
      """, [.binaries(subjects.map { Array($0) })]
    ).rows
    var erased: [Key: Int64] = [:]
    for row in rows {
      guard let project = row[0], let subject = row[1], let time = row[2].flatMap({ Int64($0) })
      else { continue }
      erased[Key(project, subject)] = time
    }
    return erased
  }

  /// Inserts the rows in the order of their keys: in any other, two collectors could wait for each
  /// other.
  private func insert(
    _ rows: [Row], _ session: borrowing PostgreSQLSession
  ) throws -> Set<Key> {
    guard !rows.isEmpty else { return [] }
    let events = rows.map(\.event)
    let result = try session.query(
      """
      INSERT INTO events (
        day, project, message_id, sequence, type, name, user_id, anonymous_id, "timestamp",
        original_timestamp, sent_at, received_at, body, batch_default, digest)
      SELECT date '1970-01-01' + day::int, project, message_id, sequence, type, name, user_id,
        anonymous_id, happened, original_timestamp, sent_at, received_at, body, batch_default, digest
      FROM unnest(
        $1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::text[],
        $8::text[], $9::bigint[], $10::text[], $11::text[], $12::bigint[], $13::text[],
        $14::bigint[], $15::bigint[]) AS sent (
        day, project, message_id, sequence, type, name, user_id, anonymous_id, happened,
        original_timestamp, sent_at, received_at, body, batch_default, digest)
      ORDER BY day, project COLLATE "C", message_id COLLATE "C"
      ON CONFLICT DO NOTHING
      RETURNING project, message_id, batch_default
      """,
      [
        .integers(events.map(\.storedDay)), .texts(rows.map(\.project)),
        .texts(events.map(\.messageID)), .integers(rows.map(\.number)),
        .texts(events.map(\.kind.rawValue)), .texts(events.map(\.name)),
        .texts(events.map(\.userID)), .texts(events.map(\.anonymousID)),
        .integers(events.map(\.times.happened)), .texts(events.map(\.times.original?.withoutNUL)),
        .texts(events.map(\.times.sent?.withoutNUL)), .integers(events.map(\.times.received)),
        .texts(events.map { String(decoding: $0.body, as: UTF8.self) }),
        .integers(rows.map { defaultsID(of: $0.request) }), .integers(events.map(\.digest)),
      ])
    try insertDefaults(result.rows.compactMap { $0[2].flatMap { Int64($0) } }, session)
    return Set(result.rows.map { Key($0[0] ?? "", $0[1] ?? "") })
  }

  /// The number of the defaults of a batch; nil when it has none.
  private func defaultsID(of request: Int) -> Int64? {
    requests[request].defaults.objects.isEmpty ? nil : base + Int64(request)
  }

  /// Inserts the defaults that were used, with the number of events that use them.
  private func insertDefaults(
    _ used: [Int64], _ session: borrowing PostgreSQLSession
  ) throws {
    let counts = Dictionary(used.map { ($0, Int64(1)) }, uniquingKeysWith: +)
    guard !counts.isEmpty else { return }
    let ids = counts.keys.sorted()
    let texts = BatchDefaults.keys.map { key in
      ids.map { id in
        requests[Int(id - base)].defaults.objects[key].map { String(decoding: $0, as: UTF8.self) }
      }
    }
    try session.query(
      """
      INSERT INTO batch_defaults (id, events, context, integrations)
      SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[])
      """, [.integers(ids), .integers(ids.map { counts[$0] })] + texts.map { .texts($0) })
  }

  /// Returns the digests of the events that are stored with the keys of these rows.
  private func digests(
    _ rows: [Row], _ session: borrowing PostgreSQLSession
  ) throws -> [Key: Int64] {
    guard !rows.isEmpty else { return [:] }
    let result = try session.query(
      """
      SELECT stored.project, stored.message_id, stored.digest
      FROM unnest($1::bigint[], $2::text[], $3::text[]) AS sent (day, project, message_id)
      JOIN events AS stored ON stored.day = date '1970-01-01' + sent.day::int
        AND stored.project = sent.project AND stored.message_id = sent.message_id
      """,
      [
        .integers(rows.map(\.event.storedDay)), .texts(rows.map(\.project)),
        .texts(rows.map(\.event.messageID)),
      ])
    var digests: [Key: Int64] = [:]
    for row in result.rows {
      guard let project = row[0], let id = row[1], let digest = row[2].flatMap({ Int64($0) })
      else { continue }
      digests[Key(project, id)] = digest
    }
    return digests
  }
}

extension CheckedEvent {
  /// The number of the day in the id.
  ///
  /// Another id has no day: -1 is before all days, so that
  /// retention keeps these events.
  fileprivate var storedDay: Int64 { EventDay(inID: messageID)?.number ?? -1 }
}

extension String {
  /// The text without NUL, which PostgreSQL does not have.
  ///
  /// These texts are none of the times that the collector reads.
  fileprivate var withoutNUL: String { replacing("\0", with: "\u{FFFD}") }
}

extension ErasureSubject.Identity {
  fileprivate var hex: String {
    digest.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }
}
#endif
