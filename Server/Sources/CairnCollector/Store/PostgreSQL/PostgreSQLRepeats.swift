#if canImport(PostgreSQLClient)
import PostgreSQLClient

/// The numbers of times that stored events arrived again; only such events have a row.
enum PostgreSQLRepeats {
  /// Returns the statement that adds counts of stored events.
  static func insertion(
    _ repeated: [RepeatedEvent], _ parameters: inout PostgreSQLParameters
  ) -> String {
    let sorted = sorted(repeated)
    let rows = parameters.add([
      .texts(sorted.map(\.project)), .texts(sorted.map(\.messageID)),
      .integers(sorted.map { Int64($0.count) }),
    ])
    return """
      INSERT INTO repeats AS own (project, message_id, count) SELECT * FROM \(rows)
      \(addition)
      """
  }

  /// Adds counts; those of events that are not stored are left out.
  static func add(_ repeated: [RepeatedEvent], _ session: borrowing PostgreSQLSession) throws {
    guard !repeated.isEmpty else { return }
    let sorted = sorted(repeated)
    try session.query(
      """
      INSERT INTO repeats AS own (project, message_id, count)
      SELECT sent.project, sent.message_id, sent.count
      FROM unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[])
        AS sent (day, project, message_id, count)
      WHERE EXISTS (
        SELECT 1 FROM events WHERE events.day = date '1970-01-01' + sent.day::int
          AND events.project = sent.project AND events.message_id = sent.message_id)
      ORDER BY sent.project COLLATE "C", sent.message_id COLLATE "C"
      \(addition)
      """,
      [
        .integers(sorted.map { EventDay(inID: $0.messageID)?.number ?? -1 }),
        .texts(sorted.map(\.project)), .texts(sorted.map(\.messageID)),
        .integers(sorted.map { Int64($0.count) }),
      ])
  }

  private static let addition = """
    ON CONFLICT (project, message_id) DO UPDATE SET count = own.count + excluded.count
    """

  /// Every transaction locks the rows in this order.
  private static func sorted(_ repeated: [RepeatedEvent]) -> [RepeatedEvent] {
    repeated.sorted { left, right in
      (ExactText(left.project), ExactText(left.messageID))
        < (ExactText(right.project), ExactText(right.messageID))
    }
  }

  /// Deletes the counts of deleted events.
  static func remove(
    _ keys: [(project: String, messageID: String)], _ session: borrowing PostgreSQLSession
  ) throws {
    guard !keys.isEmpty else { return }
    try session.query(
      """
      DELETE FROM repeats USING unnest($1::text[], $2::text[]) AS removed (project, message_id)
      WHERE repeats.project = removed.project AND repeats.message_id = removed.message_id
      """, [.texts(keys.map { $0.project }), .texts(keys.map { $0.messageID })])
  }
}
#endif
