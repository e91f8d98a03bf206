import GRDB
import ToolSupport

/// A file of SQLite for each load, and one collector.
struct SQLiteCollectStore: CollectStore {
  let engine = "SQLite"
  let folder: String

  func start(_ database: String) throws -> MeasuredCollectors {
    let process = try CollectorProcess(database: path(database), keys: ["bench"])
    return MeasuredCollectors(port: process.port, processes: [process]) { try process.end() }
  }

  func insertAlone(
    rowsOf database: String, _ batches: NumberedBatches
  ) throws -> PlainInserts {
    let alone = "\(database)-alone"
    // The collector creates its tables.
    try start(alone).end()
    return try SQLiteInserts.measure(rowsOf: path(database), into: path(alone), batches: batches)
  }

  private func path(_ database: String) -> String { "\(folder)/\(database).sqlite" }
}

/// Inserts rows with SQLite alone: one connection, one thread, a prepared statement.
private enum SQLiteInserts {
  private static let columns = [
    "project", "message_id", "type", "name", "user_id", "anonymous_id", "timestamp",
    "original_timestamp", "sent_at", "received_at", "body", "batch_default", "digest",
  ]

  /// Reads the rows of one database, and inserts them into another one with existing tables; each
  /// batch repeats some rows.
  static func measure(
    rowsOf source: String, into path: String, batches: NumberedBatches
  ) throws -> PlainInserts {
    let rows = try rows(source)
    var settings = GRDB.Configuration()
    // The same setting as the collector's: each commit is synced.
    settings.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    let queue = try DatabaseQueue(path: path, configuration: settings)
    defer { try? queue.close() }
    return try queue.inDatabase { database in
      let places = columns.map { _ in "?" }.joined(separator: ", ")
      let insert = try database.makeStatement(
        sql: """
          INSERT INTO events (\(columns.joined(separator: ", "))) VALUES (\(places))
          ON CONFLICT (message_id, project) DO NOTHING
          """)
      let start = (Stopwatch.nanoseconds(), ProcessorTime.seconds)
      var before = rows.prefix(0)
      for first in stride(from: 0, to: rows.count, by: batches.fresh) {
        let new = rows[first..<min(rows.count, first + batches.fresh)]
        let again = (before.isEmpty ? new : before).prefix(batches.repeated)
        try database.inTransaction {
          for row in new + again { try insert.execute(arguments: row) }
          return .commit
        }
        before = new
      }
      return PlainInserts(
        nanoseconds: Stopwatch.nanoseconds() - start.0,
        processorSeconds: ProcessorTime.seconds - start.1)
    }
  }

  private static func rows(_ path: String) throws -> [StatementArguments] {
    try DatabaseQueue(path: path).read { database in
      try Row.fetchAll(
        database, sql: "SELECT \(columns.joined(separator: ", ")) FROM events ORDER BY sequence"
      ).map { StatementArguments(Array($0.databaseValues)) }
    }
  }
}
