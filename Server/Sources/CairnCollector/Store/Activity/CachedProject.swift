/// The rows of a project in an `ActivityCache`, and the numbers of its users.
struct CachedProject {
  private struct Row {
    var values: [UInt64]
    /// The number of the last question that used it.
    var use: UInt64
  }

  private static let bytesOfUser = 48
  private static let bytesOfRow = 96

  private(set) var users: UserKeys
  private var numbers: UserTable
  private var rows: [Int64: Row] = [:]
  private var bytesOfRows = 0
  var links: CachedLinks?
  /// Whether a user got no number.
  private(set) var isFull = false

  init(numbering: UInt64, maxUsers: Int) {
    users = UserKeys(numbering: numbering)
    numbers = UserTable(maxKeys: maxUsers)
  }

  var isEmpty: Bool { rows.isEmpty }
  var bytes: Int { bytesOfRows + users.keys.count * Self.bytesOfUser + (links?.bytes ?? 0) }

  static func bytes(of values: [UInt64]) -> Int {
    values.count * MemoryLayout<UInt64>.size + bytesOfRow
  }

  mutating func entries(of id: Int64, _ use: UInt64) -> NumberedEntries? {
    guard let values = rows[id]?.values else { return nil }
    rows[id]?.use = use
    return NumberedEntries(values: values, users: users)
  }

  /// Returns the entries with numbers; nil when there are too many users.
  mutating func number(_ part: ActivityPart) -> [UInt64]? {
    var values: [UInt64] = []
    values.reserveCapacity(part.events)
    do {
      try part.forEach { entry in
        let number = try numbers.number(of: entry.user)
        if number == users.keys.count { users.keys.append(entry.user) }
        values.append(NumberedEntries.value(number, entry.time - part.period.lowerBound))
      }
    } catch {
      isFull = true
      return nil
    }
    return values
  }

  mutating func keep(_ values: [UInt64], of id: Int64, _ use: UInt64) {
    rows[id] = Row(values: values, use: use)
    bytesOfRows += Self.bytes(of: values)
  }

  /// Removes a row, and returns its bytes.
  @discardableResult
  mutating func remove(_ id: Int64) -> Int {
    guard let row = rows.removeValue(forKey: id) else { return 0 }
    let bytes = Self.bytes(of: row.values)
    bytesOfRows -= bytes
    return bytes
  }

  /// Removes all rows, and returns their bytes.
  mutating func removeRows() -> Int {
    defer { (rows, bytesOfRows) = ([:], 0) }
    return bytesOfRows
  }

  /// The rows that no question from this number on has used.
  func uses(before use: UInt64) -> [(id: Int64, use: UInt64)] {
    rows.compactMap { $1.use < use ? (id: $0, use: $1.use) : nil }
  }
}
