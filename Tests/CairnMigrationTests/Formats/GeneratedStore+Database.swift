import CairnSQLite
import Foundation
import Testing

extension GeneratedStore {
  /// Returns the bytes of a database that the statements make, and of its log.
  static func database(
    _ statements: [String], isInLog: Bool = false
  ) throws -> (main: [UInt8], log: [UInt8]) {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "db").path
    var connection: OpaquePointer?
    #expect(sqlite3_open(path, &connection) == SQLITE_OK)
    let all = (isInLog ? ["PRAGMA journal_mode = WAL"] : []) + statements
    for statement in all {
      let code = sqlite3_exec(connection, statement, nil, nil, nil)
      #expect(code == SQLITE_OK, "\(statement)")
    }
    if !isInLog { sqlite3_close(connection) }
    defer { if isInLog { sqlite3_close(connection) } }
    func bytes(_ path: String) -> [UInt8] {
      [UInt8](FileManager.default.contents(atPath: path) ?? Data())
    }
    return (bytes(path), bytes(path + "-wal"))
  }
}
