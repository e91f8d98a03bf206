import Cairn
import CairnSQLite

/// A database of another SDK, read without changing it.
///
/// Not for use from several threads at once.
final class SQLiteDatabase {
  /// The longest value that is read, in bytes.
  static let longestValue = 4 << 20

  private let files: SQLiteFiles
  private let connection: OpaquePointer

  /// Opens the database; returns nil when the file is none.
  init?(_ path: String, _ files: any FileSystem) throws(FileError) {
    self.files = SQLiteFiles(files)
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(path, &opened, flags, self.files.name)
    guard code == SQLITE_OK, let opened else {
      sqlite3_close_v2(opened)
      if let failure = self.files.failure { throw failure }
      return nil
    }
    connection = opened
    sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, Int32(Self.longestValue))
    for pragma in Self.pragmas { _ = each("PRAGMA \(pragma)", []) { _ in } }
    if try tables() == nil { return nil }
  }

  deinit { sqlite3_close(connection) }

  /// The settings of the connection.
  ///
  /// The check of cells comes first, before any page is read: without it, a cell at the end of a
  /// corrupt page has a key from the memory behind the page, another one each time. A log is read
  /// without shared memory only by an exclusive connection. The cache has 512 KiB, and the schema
  /// of a file from elsewhere may not run functions.
  private static let pragmas = [
    "cell_size_check = ON", "locking_mode = EXCLUSIVE", "cache_size = -512", "temp_store = MEMORY",
    "mmap_size = 0", "trusted_schema = OFF",
  ]

  /// Throws the error of the file system if it is the reason why SQLite could not read.
  func check() throws(FileError) { if let failure = files.failure { throw failure } }

  /// Returns the names of the tables; nil when the schema cannot be read.
  private func tables() throws(FileError) -> Set<String>? {
    var names: Set<String> = []
    let sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE TABLE%'"
    let isWhole = each(sql, []) { row in
      if let name = row.text(0) { names.insert(name) }
    }
    try check()
    guard isWhole else { return nil }
    tableNames = names
    return names
  }

  private(set) var tableNames: Set<String> = []

  /// Returns the names of a table's columns.
  func columns(of table: String) -> Set<String> {
    var names: Set<String> = []
    _ = each("PRAGMA table_info(\(Self.quoted(table)))", []) { row in
      if let name = row.text(1) { names.insert(name) }
    }
    return names
  }

  static func quoted(_ name: String) -> String {
    "\"" + String(name.flatMap { $0 == "\"" ? ["\"", "\""] : [$0] }) + "\""
  }

  /// Calls the closure with each row; returns whether all rows could be read.
  func each(_ sql: String, _ values: [Int64], _ body: (SQLiteRow) -> Void) -> Bool {
    let isWhole = step(sql, values, body)
    // SQLite checks the cells of a page only when it loads it, and keeps the page that it refused.
    if !isWhole { sqlite3_db_release_memory(connection) }
    return isWhole
  }

  private func step(_ sql: String, _ values: [Int64], _ body: (SQLiteRow) -> Void) -> Bool {
    var prepared: OpaquePointer?
    guard sqlite3_prepare_v2(connection, sql, -1, &prepared, nil) == SQLITE_OK,
      let statement = prepared
    else { return false }
    defer { sqlite3_finalize(statement) }
    for (place, value) in values.enumerated() {
      sqlite3_bind_int64(statement, Int32(place + 1), value)
    }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: body(SQLiteRow(statement: statement))
      case SQLITE_DONE: return true
      default: return false
      }
    }
  }
}

/// The current row of a query.
struct SQLiteRow {
  fileprivate let statement: OpaquePointer

  /// Returns the bytes of a value; those of a text are in UTF-8, also when the database has UTF-16.
  func bytes(_ column: Int32) -> [UInt8] {
    let isText = sqlite3_column_type(statement, column) == SQLITE_TEXT
    let value =
      isText
      ? UnsafeRawPointer(sqlite3_column_text(statement, column))
      : sqlite3_column_blob(statement, column)
    guard let start = value else { return [] }
    let count = Int(sqlite3_column_bytes(statement, column))
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// Returns the text; nil when it is null or no UTF-8.
  func text(_ column: Int32) -> String? {
    guard sqlite3_column_type(statement, column) != SQLITE_NULL else { return nil }
    return String(wholeUTF8: bytes(column))
  }

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  func number(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }
}
