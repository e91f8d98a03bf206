import ArgumentParser
import GRDB

/// Damage to the stored rows before the proof, to show that the proof detects it.
enum Sabotage: String, CaseIterable, ExpressibleByArgument, Sendable {
  case lose
  case double
  case swap

  /// Changes one row of the file.
  func strike(_ path: String) throws {
    let database = try DatabaseQueue(path: path)
    try database.write { try $0.execute(sql: sql) }
    try database.close()
  }

  private var sql: String {
    switch self {
    case .lose:
      // A number between two rows may belong to no row.
      """
      DELETE FROM events WHERE sequence =
        (SELECT sequence FROM events ORDER BY sequence LIMIT 1 OFFSET (SELECT count(*) / 2 FROM events))
      """
    case .swap:
      // The first of two events of one writer is moved after all others.
      """
      UPDATE events SET sequence = (SELECT max(sequence) + 1 FROM events)
      WHERE sequence = (SELECT min(sequence) FROM events)
      """
    case .double:
      """
      INSERT INTO events (project, message_id, type, timestamp, received_at, body)
      SELECT project, 'another-id', type, timestamp, received_at, body FROM events LIMIT 1
      """
    }
  }
}
