import GRDB

/// The rows of the collector's SQLite file, identified by the numbers in the bodies and not by
/// message id.
struct StoredRows {
  /// The numbers of the writers in the order in which they were stored.
  let marks: [EventMark]
  /// The rows whose body has no writer or no number.
  let unmarked: Int

  /// The number of all rows.
  var count: Int { marks.count + unmarked }

  /// Reads the file without the collector and without writing.
  init(path: String) throws {
    var settings = GRDB.Configuration()
    settings.readonly = true
    let database = try DatabaseQueue(path: path, configuration: settings)
    var marks: [EventMark] = []
    var unmarked = 0
    try database.read { db in
      let rows = try Row.fetchCursor(db, sql: Self.sql)
      while let row = try rows.next() {
        if let writer = row[0] as Int?, let number = row[1] as Int? {
          marks.append(EventMark(writer: writer, number: number))
        } else {
          unmarked += 1
        }
      }
    }
    try database.close()
    self.marks = marks
    self.unmarked = unmarked
  }

  // An `identify` has traits instead of properties. The sequence increases with every stored row.
  private static let sql = """
    SELECT
      coalesce(body ->> '$.properties.writer', body ->> '$.traits.writer'),
      coalesce(body ->> '$.properties.number', body ->> '$.traits.number')
    FROM events ORDER BY sequence
    """
}
