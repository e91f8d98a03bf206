import GRDB
import PostgreSQLClient

@testable import CairnCollector

/// A database that a collector fills, and that a test asks in plain SQL.
///
/// The statements are written from Documentation/Questions.md. They read the table of the events,
/// and nothing that a commit writes for questions.
protocol SQLDialect: Sendable {
  /// Returns the rows of a statement.
  func rows(_ sql: String) async throws -> [[String?]]
  /// Runs statements that return nothing.
  func run(_ sql: String) async throws

  /// The local date of a time in microseconds, as `2025-10-26`.
  func day(_ time: String, _ zone: String) -> String
  /// The minutes and seconds that clocks show at a time in microseconds, in seconds.
  func secondOfHour(_ time: String, _ zone: String) -> String
  /// The Monday of the week of a date.
  func monday(_ day: String) -> String
  /// The days from one date to another.
  func days(_ from: String, _ to: String) -> String
  /// The value of a property of an event as text.
  func property(_ name: String) -> String
  /// The place of a text in another one; 0 if it is not a part of it.
  func place(of part: String, in text: String) -> String
}

struct SQLiteDialect: SQLDialect {
  let database: DatabaseQueue

  init(_ path: String) throws { database = try DatabaseQueue(path: path) }

  func rows(_ sql: String) async throws -> [[String?]] {
    try await database.writeWithoutTransaction { db in
      try Row.fetchAll(db, sql: sql).map { $0.databaseValues.map(Self.text) }
    }
  }

  private static func text(_ value: DatabaseValue) -> String? {
    switch value.storage {
    case .null, .blob: nil
    case .int64(let number): "\(number)"
    case .double(let number): "\(number)"
    case .string(let text): text
    }
  }

  func run(_ sql: String) async throws {
    try await database.writeWithoutTransaction { try $0.execute(sql: sql) }
  }

  // SQLite knows no time zones. Source: IANA, tz database 2025b.
  private static let offsets: [String: [(from: String, seconds: Int)]] = [
    "Europe/Berlin": [
      ("2025-01-01 00:00", 3_600), ("2025-03-30 01:00", 7_200), ("2025-10-26 01:00", 3_600),
    ],
    "America/New_York": [
      ("2025-01-01 00:00", -18_000), ("2025-03-09 07:00", -14_400), ("2025-11-02 06:00", -18_000),
    ],
    "Australia/Lord_Howe": [
      ("2025-01-01 00:00", 39_600), ("2025-04-05 15:00", 37_800), ("2025-10-04 15:30", 39_600),
    ],
    "Africa/Cairo": [
      ("2025-01-01 00:00", 7_200), ("2025-04-24 22:00", 10_800), ("2025-10-30 21:00", 7_200),
    ],
    "Asia/Kathmandu": [("2025-01-01 00:00", 20_700)],
    "UTC": [("2025-01-01 00:00", 0)],
  ]

  private func local(_ time: String, _ zone: String) -> String {
    let cases = (Self.offsets[zone] ?? []).reversed().map { change in
      "WHEN \(time) / 1000000 >= unixepoch('\(change.from)') THEN \(change.seconds)"
    }
    return "(\(time) / 1000000 + CASE \(cases.joined(separator: " ")) END)"
  }

  func day(_ time: String, _ zone: String) -> String {
    "date(\(local(time, zone)), 'unixepoch')"
  }

  func secondOfHour(_ time: String, _ zone: String) -> String { "\(local(time, zone)) % 3600" }

  func monday(_ day: String) -> String { "date(\(day), '-6 days', 'weekday 1')" }

  func days(_ from: String, _ to: String) -> String {
    "CAST(julianday(\(to)) - julianday(\(from)) AS INTEGER)"
  }

  func property(_ name: String) -> String { "json_extract(body, '$.properties.\(name)')" }

  func place(of part: String, in text: String) -> String { "instr(\(text), \(part))" }
}

struct PostgreSQLDialect: SQLDialect {
  let connection: PostgreSQLConnection

  init(_ url: String) { connection = PostgreSQLConnection(url, defaults: [:]) }

  func rows(_ sql: String) async throws -> [[String?]] {
    try await connection.run { try $0.query(sql).rows }
  }

  func run(_ sql: String) async throws {
    _ = try await connection.run { try $0.script(sql).affected }
  }

  private func local(_ time: String, _ zone: String) -> String {
    "(to_timestamp(\(time) / 1000000) AT TIME ZONE '\(zone)')"
  }

  func day(_ time: String, _ zone: String) -> String {
    "to_char(\(local(time, zone)), 'YYYY-MM-DD')"
  }

  func secondOfHour(_ time: String, _ zone: String) -> String {
    "(extract(epoch FROM \(local(time, zone)))::bigint % 3600)"
  }

  func monday(_ day: String) -> String {
    "to_char(date_trunc('week', \(day)::date), 'YYYY-MM-DD')"
  }

  func days(_ from: String, _ to: String) -> String { "(\(to)::date - \(from)::date)" }

  func property(_ name: String) -> String { "body::json #>> '{properties,\(name)}'" }

  func place(of part: String, in text: String) -> String { "strpos(\(text), \(part))" }
}
