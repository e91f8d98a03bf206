#if canImport(PostgreSQLClient)
import Cairn
import PostgreSQLClient
import ToolSupport

/// Inserts the same rows with PostgreSQL alone: one statement and one transaction per batch.
struct PostgreSQLInserts: Sendable {
  private struct Row: Sendable {
    var integers: [Int64?]
    var texts: [String?]
  }

  private static let integers = [
    "sequence", "\"timestamp\"", "received_at", "batch_default", "digest",
  ]
  private static let texts = [
    "project", "message_id", "type", "name", "user_id", "anonymous_id", "original_timestamp",
    "sent_at", "body",
  ]
  private static let day = "day - date '1970-01-01'"

  private let rows: [Row]
  private let target: String

  init(rowsOf source: String, into target: String) async throws {
    self.target = target
    let connection = Self.connection(source)
    defer { connection.close() }
    let columns = [Self.day] + Self.integers + Self.texts
    let count = 1 + Self.integers.count
    rows = try await connection.run { session in
      try session.query("SELECT \(columns.joined(separator: ", ")) FROM events ORDER BY sequence")
        .rows.map { row in
          Row(
            integers: row[..<count].map { $0.flatMap { Int64($0) } }, texts: Array(row[count...]))
        }
    }
  }

  func measure(_ batches: NumberedBatches, connections: Int) async throws -> PlainInserts {
    let firsts = Array(stride(from: 0, to: rows.count, by: batches.fresh))
    let number = Counter()
    let start = (Stopwatch.nanoseconds(), ProcessorTime.seconds)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<connections {
        group.addTask {
          let connection = Self.connection(target)
          defer { connection.close() }
          while case let next = number.next(), next < firsts.count {
            try await insert(batch(next, firsts, batches), with: connection)
          }
        }
      }
      try await group.waitForAll()
    }
    return PlainInserts(
      nanoseconds: Stopwatch.nanoseconds() - start.0,
      processorSeconds: ProcessorTime.seconds - start.1)
  }

  /// Returns new rows, and some of the batch before, as a collector receives them.
  private func batch(_ number: Int, _ firsts: [Int], _ batches: NumberedBatches) -> [Row] {
    let new = rows[firsts[number]..<min(rows.count, firsts[number] + batches.fresh)]
    let before = firsts[max(0, number - 1)]
    return Array(new + rows[before..<min(rows.count, before + batches.repeated)])
  }

  private func insert(_ batch: [Row], with connection: PostgreSQLConnection) async throws {
    let integers = (0...Self.integers.count).map { column in
      PostgreSQLValue.integers(batch.map { $0.integers[column] })
    }
    let texts = Self.texts.indices.map { column in
      PostgreSQLValue.texts(batch.map { $0.texts[column] })
    }
    _ = try await connection.run { try $0.query(Self.statement, integers + texts) }
  }

  private static let statement: String = {
    let columns = (integers + texts).joined(separator: ", ")
    let arrays = (0...integers.count).map { "$\($0 + 1)::bigint[]" }
    let others = texts.indices.map { "$\($0 + integers.count + 2)::text[]" }
    return """
      INSERT INTO events (day, \(columns))
      SELECT date '1970-01-01' + day::int, \(columns)
      FROM unnest(\((arrays + others).joined(separator: ", "))) AS sent (day, \(columns))
      ORDER BY day, project COLLATE "C", message_id COLLATE "C" ON CONFLICT DO NOTHING
      """
  }()

  private static func connection(_ url: String) -> PostgreSQLConnection {
    PostgreSQLConnection(
      url, defaults: PostgreSQLConnection.defaults(application: "cairnlab"))
  }
}
#endif
