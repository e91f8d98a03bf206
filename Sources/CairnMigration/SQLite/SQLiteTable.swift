import Cairn

/// A table whose rows have an integer key, read row by row, also when parts of it are corrupt.
struct SQLiteTable {
  /// The number of rows that are put in order together; of a larger table, parts of this length
  /// are read in the order of the key, which bounds the memory.
  static let slice = 250_000
  /// The longest distance in keys at which reading goes on behind a corrupt part.
  private static let longestJump: Int64 = 1 << 24

  struct Key: Equatable, Sendable {
    var id: Int64
    var order: Double
    var time: Double
  }

  /// A part of the keys in order.
  struct Slice {
    var keys: [Key] = []
    /// The number of corrupt parts that were skipped.
    var gaps = 0
    /// The key behind which the next slice begins; nil when there is none.
    var next: Int64?
  }

  let name: String
  /// The SQL expressions for the order of the rows and their time, and the condition for rows that
  /// are read.
  var order = "id"
  var time = "0"
  var condition = "1"
  /// The column with the record.
  let column: String
  private var quoted: String { SQLiteDatabase.quoted(name) }

  init(_ name: String, column: String = "data") {
    self.name = name
    self.column = column
  }

  /// Returns the keys of the rows behind a key.
  ///
  /// The table itself is read, not an index, which may be corrupt when the table is not.
  func slice(
    after start: Int64 = .min, in database: SQLiteDatabase
  ) throws(FileError) -> Slice {
    var slice = Slice()
    var (last, jump): (Int64, Int64) = (start, 0)
    let sql = """
      SELECT id, \(order), \(time) FROM \(quoted) NOT INDEXED
      WHERE id > ? AND (\(condition)) ORDER BY id LIMIT \(Self.slice)
      """
    while jump <= Self.longestJump {
      let before = slice.keys.count
      let isWhole = database.each(sql, [last]) { row in
        slice.keys.append(Key(id: row.integer(0), order: row.number(1), time: row.number(2)))
      }
      try database.check()
      let end = slice.keys.last?.id ?? start
      if isWhole || slice.keys.count >= Self.slice {
        if slice.keys.count >= Self.slice { slice.next = end }
        break
      }
      if jump == 0 || slice.keys.count > before { slice.gaps += 1 }
      jump = slice.keys.count > before ? 1 : max(1, jump * 2)
      let (next, overflows) = max(end, 0).addingReportingOverflow(jump)
      if overflows { break }
      last = next
    }
    slice.keys.sort { ($0.order, $0.id) < ($1.order, $1.id) }
    return slice
  }

  /// Returns the record of a row; nil when the row cannot be read.
  func record(
    _ key: Key, in database: SQLiteDatabase
  ) throws(FileError) -> [UInt8]? {
    var found: [UInt8]?
    let sql = "SELECT \(SQLiteDatabase.quoted(column)) FROM \(quoted) WHERE id = ?"
    _ = database.each(sql, [key.id]) { found = $0.bytes(0) }
    try database.check()
    return found
  }
}
