/// The rows of a project in an `ActivityCache`, and the numbers of its users.
struct CachedProject {
  private struct Row {
    var values: [UInt64]
    /// The number of the last question that used it.
    var use: UInt64
  }

  static let bytesOfProject = 1_024
  private static let bytesOfUser = 48
  private static let bytesOfRow = 96

  private(set) var users: UserKeys
  private var numbers: UserTable
  private var rows: [Int64: Row] = [:]
  private var bytesOfRows = 0
  var links: CachedLinks?
  /// The number of the last question that kept something.
  var use: UInt64 = 0
  /// Whether a user got no number.
  private(set) var isFull = false

  init(numbering: UInt64, maxUsers: Int) {
    users = UserKeys(numbering: numbering)
    numbers = UserTable(maxKeys: maxUsers, capacity: 16)
  }

  var isEmpty: Bool { rows.isEmpty }
  var bytes: Int {
    Self.bytesOfProject + bytesOfRows + users.keys.count * Self.bytesOfUser + (links?.bytes ?? 0)
  }

  private static func bytes(of values: [UInt64]) -> Int {
    values.count * MemoryLayout<UInt64>.size + bytesOfRow
  }

  /// Returns the bytes of a part all of whose users are new.
  static func maxBytes(of part: ActivityPart) -> Int {
    bytesOfRow + part.events * (MemoryLayout<UInt64>.size + bytesOfUser)
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
    self.use = use
  }

  mutating func remove(_ id: Int64) {
    if let row = rows.removeValue(forKey: id) { bytesOfRows -= Self.bytes(of: row.values) }
  }

  /// The rows that no question from this number on has used.
  func rows(before use: UInt64) -> [(id: Int64, use: UInt64)] {
    rows.compactMap { $1.use < use ? (id: $0, use: $1.use) : nil }
  }
}
