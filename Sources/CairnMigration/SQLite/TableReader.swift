import Cairn

/// Reads the rows of tables one table after the other.
struct TableReader: QueueReader {
  /// Returns the item of a record.
  typealias Map =
    @Sendable (_ record: [UInt8], _ key: SQLiteTable.Key, _ table: SQLiteTable, _ label: String) ->
    LegacyItem

  private let database: SQLiteDatabase?
  private var tables: ArraySlice<SQLiteTable>
  private let label: String
  private let map: Map
  private var slice: SQLiteTable.Slice?
  private var place = 0
  private var gaps = 0
  private var isReported = false

  /// Whether the file is a database, or empty.
  var isDatabase: Bool { database != nil || isReported }

  /// Creates a reader of the tables that exist; a file that is no database is one loss, and an
  /// empty one none.
  init(
    _ path: String, _ files: any FileSystem, label: String,
    tables: @Sendable (SQLiteDatabase) -> [SQLiteTable], map: @escaping Map
  ) throws(FileError) {
    let size = try OpenFile(path, .read, in: files).status().size
    let database = try SQLiteDatabase(path, files)
    isReported = database != nil || size == 0
    let known = database.map { database in
      tables(database).filter { database.tableNames.contains($0.name) }
    }
    self.database = database
    self.tables = (known ?? [])[...]
    self.label = label
    self.map = map
  }

  mutating func next() throws(FileError) -> LegacyItem? {
    if !isReported {
      isReported = true
      return .lost(.unreadable, label: label)
    }
    guard let database else { return nil }
    while let table = tables.first {
      let slice = if let slice = self.slice { slice } else { try table.slice(in: database) }
      if self.slice == nil { gaps += slice.gaps }
      self.slice = slice
      if gaps > 0 {
        gaps -= 1
        return .lost(.corrupt, label: "\(label)/\(table.name)")
      }
      if place < slice.keys.count { return try item(table, slice.keys[place], database) }
      place = 0
      if let next = slice.next {
        let more = try table.slice(after: next, in: database)
        gaps += more.gaps
        self.slice = more
      } else {
        self.slice = nil
        tables.removeFirst()
      }
    }
    return nil
  }

  private mutating func item(
    _ table: SQLiteTable, _ key: SQLiteTable.Key, _ database: SQLiteDatabase
  ) throws(FileError) -> LegacyItem {
    let record = try table.record(key, in: database)
    place += 1
    let label = "\(label)/\(table.name)#\(key.id)"
    guard let record else { return .lost(.corrupt, label: label) }
    return map(record, key, table, label)
  }
}
