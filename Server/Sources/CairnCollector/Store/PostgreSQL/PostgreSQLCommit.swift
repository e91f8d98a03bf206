#if canImport(PostgreSQLClient)
import Foundation
import PostgreSQLClient

/// The events of one transaction.
///
/// It runs while the writer's connection waits, so it copies and allocates little for each event.
struct PostgreSQLCommit {
  /// An event's key: the same ids are different events in different projects.
  private struct Key: Hashable {
    /// The number of the first request for the project.
    var project: Int
    // Strings that Unicode calls equivalent are different ids.
    var messageID: ExactText
  }

  /// The first event with its key: it is inserted, unless it is stored already.
  private struct Row {
    var request: Int
    /// The index of the event in the request.
    var index: Int
  }

  /// The place of an event of a request: removed by an erasure or by retention, or in `rows`.
  private enum Place {
    case removed(StoreResult)
    case row(Int)
  }

  private let requests: [StoreRequest]
  /// The first number of this transaction.
  private let base: Int64
  private let keptFrom: EventDay?
  private let hasErasures: Bool
  private var rows: [Row] = []
  private var places: [[Place]] = []
  /// The activity of the inserted events.
  private(set) var activity = ActivityChange()
  /// The numbers of the defaults that inserted events use, with the number of these events.
  private(set) var usedDefaults: [Int64: Int64] = [:]
  /// The number of times that the event of each row arrived again.
  private var repeated: [Int] = []

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
  mutating func results(_ session: borrowing PostgreSQLSession) throws -> [[StoreResult]] {
    findRows(try erasedAt(session))
    let isInserted = try insert(session)
    addActivity(isInserted)
    let (digests, isStored) = try digests(isInserted, session)
    repeated = [Int](repeating: 0, count: rows.count)
    var results: [[StoreResult]] = []
    results.reserveCapacity(requests.count)
    for (request, own) in places.enumerated() {
      results.append(
        own.enumerated().map { index, place in
          switch place {
          case .removed(let result): return result
          case .row(let row):
            let first = rows[row]
            if isInserted[row], first.request == request, first.index == index { return .stored }
            let result = StoreResult(
              ofKnown: requests[request].events[index].digest, stored: digests[row])
            if result == .duplicate, isStored[row] { repeated[row] += 1 }
            return result
          }
        })
    }
    return results
  }

  private mutating func findRows(_ erased: [ErasedKey: Int64]) {
    var known: [Key: Int] = [:]
    known.reserveCapacity(requests.reduce(0) { $0 + $1.events.count })
    var projects: [ExactText: Int] = [:]
    for (request, sent) in requests.enumerated() {
      let name = ExactText(sent.project)
      let project = projects[name] ?? request
      projects[name] = project
      places.append(
        sent.events.indices.map { index in
          if let result = removal(of: sent.events[index], name, erased) { return .removed(result) }
          let key = Key(project: project, messageID: ExactText(sent.events[index].messageID))
          if let row = known[key] { return .row(row) }
          known[key] = rows.count
          rows.append(Row(request: request, index: index))
          return .row(rows.count - 1)
        })
    }
  }

  private mutating func addActivity(_ isInserted: [Bool]) {
    for (number, row) in rows.enumerated() where isInserted[number] {
      let event = requests[row.request].events[row.index]
      activity.add(
        project: requests[row.request].project, name: event.name, userID: event.userID,
        anonymousID: event.anonymousID, time: event.times.happened,
        sequence: base + Int64(number))
    }
  }

  /// Inserts the rows, and returns which of them were not stored before.
  ///
  /// The order is that of their keys: in any other, two collectors could wait for each other.
  private mutating func insert(_ session: borrowing PostgreSQLSession) throws -> [Bool] {
    var isInserted = [Bool](repeating: false, count: rows.count)
    guard !rows.isEmpty else { return isInserted }
    try session.query(Self.insertion, columns, isPrepared: true) { row in
      guard let number = row.integer(0), rows.indices.contains(Int(number - base)) else { return }
      isInserted[Int(number - base)] = true
      if let defaults = row.integer(1) { usedDefaults[defaults, default: 0] += 1 }
    }
    return isInserted
  }

  private static let insertion = """
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
    RETURNING sequence, batch_default
    """

  /// The values of the rows, column by column.
  private var columns: [PostgreSQLValue] {
    let count = rows.count
    // One copy of each event, and not one for each column.
    let events = rows.map { requests[$0.request].events[$0.index] }
    return [
      .integers(count) { events[$0].storedDay },
      .texts(count) { requests[rows[$0].request].project },
      .texts(count) { events[$0].messageID },
      .integers(count) { base + Int64($0) },
      .texts(count) { events[$0].kind.rawValue },
      .texts(count) { events[$0].name },
      .texts(count) { events[$0].userID },
      .texts(count) { events[$0].anonymousID },
      .integers(count) { events[$0].times.happened },
      .texts(count) { events[$0].times.original?.withoutNUL },
      .texts(count) { events[$0].times.sent?.withoutNUL },
      .integers(count) { events[$0].times.received },
      .texts(count) { String(decoding: events[$0].body, as: UTF8.self) },
      .integers(count) { defaultsID(of: rows[$0].request) },
      .integers(count) { events[$0].digest },
    ]
  }

  /// The number of the defaults of a batch; nil when it has none.
  private func defaultsID(of request: Int) -> Int64? {
    requests[request].defaults.objects.isEmpty ? nil : base + Int64(request)
  }

  /// The stored events that arrived again.
  var repeatedEvents: [RepeatedEvent] {
    zip(rows, repeated).filter { $0.1 > 0 }.map { row, count in
      let request = requests[row.request]
      return RepeatedEvent(
        project: request.project, messageID: request.events[row.index].messageID, count: count)
    }
  }

  /// Returns the defaults with a number.
  func defaults(_ id: Int64) -> BatchDefaults { requests[Int(id - base)].defaults }

  /// Returns the digest of each row's key in the store: of the row itself when it was inserted; nil
  /// when the event has none; and whether it is stored.
  ///
  /// An erasure can delete it after the insertion. Until the end of this transaction it waits, so
  /// that it deletes also what the transaction writes about the event.
  private func digests(
    _ isInserted: [Bool], _ session: borrowing PostgreSQLSession
  ) throws -> (digests: [Int64?], isStored: [Bool]) {
    var isStored = isInserted
    var digests = rows.map { requests[$0.request].events[$0.index].digest }
    let known = rows.indices.filter { !isInserted[$0] }
    guard !known.isEmpty else { return (digests, isStored) }
    for row in known { digests[row] = nil }
    try session.query(
      """
      SELECT sent.row, stored.digest
      FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[])
        AS sent (day, project, message_id, row)
      JOIN events AS stored ON stored.day = date '1970-01-01' + sent.day::int
        AND stored.project = sent.project AND stored.message_id = sent.message_id
      \(hasErasures ? "FOR KEY SHARE OF stored" : "")
      """,
      [
        .integers(known.count) { event(known[$0]).storedDay },
        .texts(known.count) { requests[rows[known[$0]].request].project },
        .texts(known.count) { event(known[$0]).messageID },
        .integers(known.map { Int64($0) }),
      ]
    ) { row in
      guard let number = row.integer(0), digests.indices.contains(Int(number)) else { return }
      digests[Int(number)] = row.integer(1)
      isStored[Int(number)] = true
    }
    return (digests, isStored)
  }

  private func event(_ row: Int) -> CheckedEvent {
    requests[rows[row].request].events[rows[row].index]
  }
}

// What erasures remove.
extension PostgreSQLCommit {
  private struct ErasedKey: Hashable {
    var project: ExactText
    /// The digest of the identity in hexadecimal digits.
    var identity: String
  }

  private func removal(
    of event: CheckedEvent, _ project: ExactText, _ erased: [ErasedKey: Int64]
  ) -> StoreResult? {
    if let keptFrom, let day = EventDay(inID: event.messageID), day < keptFrom {
      return .expired(keptFrom: keptFrom)
    }
    guard !erased.isEmpty, let identity = ErasureSubject.Identity(of: event),
      let erasedAt = erased[ErasedKey(project: project, identity: identity.hex)]
    else { return nil }
    return event.times.happened <= erasedAt ? .erased : nil
  }

  /// Returns when the identities of these events were erased.
  private func erasedAt(_ session: borrowing PostgreSQLSession) throws -> [ErasedKey: Int64] {
    guard hasErasures else { return [:] }
    let subjects = Set(
      requests.flatMap { $0.events.compactMap { ErasureSubject.Identity(of: $0)?.digest } })
    let rows = try session.query(
      """
      SELECT project, encode(subject, 'hex'), erased_at FROM erasures WHERE subject = ANY ($1)
      """, [.binaries(subjects.map { Array($0) })]
    ).rows
    var erased: [ErasedKey: Int64] = [:]
    for row in rows {
      guard let project = row[0], let subject = row[1], let time = row[2].flatMap({ Int64($0) })
      else { continue }
      erased[ErasedKey(project: ExactText(project), identity: subject)] = time
    }
    return erased
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
  fileprivate var withoutNUL: String {
    contains(byte: 0) ? replacing("\0", with: "\u{FFFD}") : self
  }
}

extension ErasureSubject.Identity {
  fileprivate var hex: String {
    digest.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }
}
#endif
