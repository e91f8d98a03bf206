import GRDB

/// What the collector's SQLite file holds, by the numbers in the bodies and not by message id.
struct StoredRows {
  /// How often each number of each writer is stored.
  let copies: [EventMark: Int]
  /// Rows whose body bears no writer or no number.
  let unmarked: Int
  /// All rows.
  let count: Int

  /// Reads the file, without the collector and without writing.
  init(path: String) throws {
    var settings = GRDB.Configuration()
    settings.readonly = true
    let database = try DatabaseQueue(path: path, configuration: settings)
    var copies: [EventMark: Int] = [:]
    var (count, unmarked) = (0, 0)
    try database.read { db in
      let rows = try Row.fetchCursor(db, sql: Self.sql)
      while let row = try rows.next() {
        count += 1
        if let writer = row[0] as Int?, let number = row[1] as Int? {
          copies[EventMark(writer: writer, number: number), default: 0] += 1
        } else {
          unmarked += 1
        }
      }
    }
    try database.close()
    self.copies = copies
    self.count = count
    self.unmarked = unmarked
  }

  // An `identify` has traits instead of properties.
  private static let sql = """
    SELECT
      coalesce(body ->> '$.properties.writer', body ->> '$.traits.writer'),
      coalesce(body ->> '$.properties.number', body ->> '$.traits.number')
    FROM events
    """
}
