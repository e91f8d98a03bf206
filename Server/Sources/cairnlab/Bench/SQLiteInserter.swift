import ToolSupport
import Foundation
import GRDB

/// The usual way to store events: one row each, a prepared insert, a write-ahead log.
struct SQLiteInserter {
  private let queue: DatabaseQueue
  private let payload: Data

  init(
    folder: String, name: String = "events", bytes: Int, synchronous: String = "NORMAL"
  ) throws {
    payload = Data(repeating: 0x78, count: bytes)
    queue = try DatabaseQueue(path: "\(folder)/\(name).sqlite")
    try queue.inDatabase { database in
      try database.execute(sql: "PRAGMA journal_mode = WAL")
      try database.execute(sql: "PRAGMA synchronous = \(synchronous)")
      try database.execute(
        sql: "CREATE TABLE events (id INTEGER PRIMARY KEY AUTOINCREMENT, payload BLOB NOT NULL)")
    }
  }

  func measure(_ calls: Int) throws -> [Int] {
    try queue.inDatabase { database in
      let insert = try database.makeStatement(sql: "INSERT INTO events (payload) VALUES (?)")
      try insert.setArguments([payload])
      return try Stopwatch.measure(calls) { try insert.execute() }
    }
  }
}
