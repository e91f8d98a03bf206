#if canImport(PostgreSQLClient)
import Foundation
import PostgreSQLClient

/// The rows of the database, compared with the acknowledged events.
struct ClusterProof: Sendable {
  var rows = 0
  /// Rows with an id that another row has.
  var doubled = 0
  /// Acknowledged events without a row.
  var lost = 0
  /// Rows of events that were not acknowledged: their response did not arrive.
  var unacknowledged = 0
  /// Events by the counts of the collectors: those stored less those removed.
  var counted = 0

  static func run(
    _ url: String, _ acknowledgements: Acknowledgements, total: Int
  ) async throws -> ClusterProof {
    let connection = PostgreSQLConnection(url, defaults: ["target_session_attrs": "read-write"])
    defer { connection.close() }
    var proof = ClusterProof()
    var found: Set<Int> = []
    var after = ("-infinity", "")
    while true {
      let (day, id) = after
      let rows = try await connection.run { session in
        try session.query(
          """
          SELECT day, message_id FROM events WHERE (day, project, message_id) > ($1::text::date, $2, $3)
          ORDER BY day, project, message_id LIMIT 50000
          """, [.text(day), .text(ClusterEvents.project), .text(id)]
        ).rows
      }
      guard let last = rows.last, let lastDay = last[0], let lastID = last[1] else { break }
      after = (lastDay, lastID)
      for number in rows.compactMap({ $0[1].flatMap(ClusterEvents.number) }) {
        if !found.insert(number).inserted { proof.doubled += 1 }
        if !acknowledgements.isAcknowledged(number) { proof.unacknowledged += 1 }
      }
      proof.rows += rows.count
    }
    proof.lost = (0..<total).count { acknowledgements.isAcknowledged($0) && !found.contains($0) }
    let counted = try await connection.run { session in
      try session.script("SELECT sum(stored - removed) FROM counts").rows[0][0]
    }
    proof.counted = counted.flatMap { Int($0) } ?? 0
    return proof
  }
}
#endif
