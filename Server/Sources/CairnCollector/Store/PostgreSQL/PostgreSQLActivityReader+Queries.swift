#if canImport(PostgreSQLClient)
import PostgreSQLClient

// The queries that each answer runs.
extension PostgreSQLActivityReader {
  /// Lets the server find rows by the indexes of their numbers.
  ///
  /// Before a table is analyzed, such as right after it was filled, the server does not know that a
  /// number has few events, and reads all of the project or of the table.
  static let byNumber = "SET LOCAL enable_seqscan = off"

  private static let bytesAtOnce = 1 << 20

  /// Calls the body with each part as it is stored until it returns false.
  func storedParts(
    _ read: ActivityRead, of project: String, _ body: (ActivityPart) throws -> Bool
  ) throws {
    let columns = "hour, \(read.nameSQL), events, \(read.entriesSQL)"
    try cursor(read.sql(columns), read.values(project), entries: 3) { row in
      guard var part = ActivityPart(row, hour: 0, entries: 3) else { return true }
      part.name = read.name(row, 1)
      part.events = row.integer(2).map { Int($0) } ?? 0
      return try body(part)
    }
  }

  func links(of project: String, _ body: (ActivityLink) throws -> Void) throws {
    try cursor(
      """
      SELECT anonymous, min("user") FROM activity_links WHERE project = $1
      GROUP BY anonymous HAVING count(*) = 1
      """, [.text(project)]
    ) { row in
      guard let anonymous = row.integer(0), let user = row.integer(1) else { return true }
      try body(
        ActivityLink(anonymous: UInt64(bitPattern: anonymous), user: UInt64(bitPattern: user)))
      return true
    }
  }

  /// Calls the body with each row until it returns false, and has only a few rows in memory.
  ///
  /// The values of the column `entries` can be long.
  func cursor(
    _ sql: String, _ values: [PostgreSQLValue], entries: Int32? = nil,
    _ body: (PostgreSQLRow) throws -> Bool
  ) throws {
    try session.query("DECLARE question NO SCROLL CURSOR FOR " + sql, values)
    // After an error of the server, the transaction ends, and with it the cursor.
    defer { _ = try? session.script("CLOSE question") }
    var size = 100
    while true {
      try QuestionThreads.checkEnd()
      var (rows, bytes) = (0, 0)
      var goesOn = true
      try session.query("FETCH \(size) FROM question", []) { row in
        guard goesOn else { return }
        rows += 1
        bytes += 32 + (entries.flatMap { row.bytes($0)?.count } ?? 0)
        goesOn = try body(row)
      }
      guard goesOn, rows == size else { return }
      size = max(50, min(10_000, Self.bytesAtOnce / (bytes / rows)))
    }
  }
}

extension ActivityRead {
  /// Returns the statement that reads these columns.
  func sql(_ columns: String) -> String {
    """
    SELECT \(columns) FROM activity WHERE project = $1 AND hour BETWEEN $2 AND $3
      \(names == nil ? "" : "AND name = ANY ($4)") ORDER BY \(orderSQL)
    """
  }

  /// Returns the values of the parameters of `sql(_:)`.
  func values(_ project: String) -> [PostgreSQLValue] {
    let common: [PostgreSQLValue] = [
      .text(project), .integer(hours.lowerBound), .integer(hours.upperBound),
    ]
    return common + (names.map { [.texts($0)] } ?? [])
  }

  /// The expression of the name in SQL: one of those asked for is its number, because a name can be
  /// as long as an event.
  var nameSQL: String {
    guard needsNames else { return "NULL" }
    return names == nil ? "name" : "array_position($4::text[], name)::bigint"
  }

  /// Returns the name in a column with the expression of it.
  func name(_ row: PostgreSQLRow, _ column: Int32) -> String? {
    guard needsNames, let names else { return row.text(column) }
    guard let place = row.integer(column), names.indices.contains(Int(place) - 1) else {
      return nil
    }
    return names[Int(place) - 1]
  }
}
#endif
