import Counterparts
import Foundation

/// Another process that uses the collector's database, such as a backup tool.
struct DatabaseLock: Sendable {
  private let tool: Tool

  /// Returns when the other process holds the write lock, or has executed `begin`.
  init(_ path: String, begin: String = "BEGIN IMMEDIATE") async throws {
    let script = """
      import sqlite3, sys
      db = sqlite3.connect(sys.argv[1], isolation_level=None)
      for statement in sys.argv[2].split(";"): db.execute(statement).fetchone()
      print("locked", flush=True)
      sys.stdin.read()
      db.execute("ROLLBACK")
      """
    tool = try Tool(["python3", "-c", script, path, begin])
    guard await tool.firstLine() == "locked" else {
      throw Tool.Failure(status: 0, output: "no lock")
    }
  }

  func release() async throws {
    try await tool.finish()
  }

  /// Runs SQL in another process.
  static func execute(_ sql: String, at path: String) async throws {
    let script = """
      import sqlite3, sys
      sqlite3.connect(sys.argv[1]).executescript(sys.argv[2])
      """
    try await Tool(["python3", "-c", script, path, sql]).finish()
  }
}
