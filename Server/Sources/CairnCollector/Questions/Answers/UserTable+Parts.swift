/// The numbers in a table of the users that have numbers in an `ActivityCache`, found once.
struct KnownNumbers {
  /// The user was not looked for since the table changed.
  static let open: Int32 = -1
  /// The table does not have the user.
  static let absent: Int32 = -2

  private static let maxChanged = 1_000
  private static let numbersAtOnce = 256

  private var numbering: UInt64?
  fileprivate var numbers: [Int32] = []
  /// The keys whose numbers in the table changed.
  private var changed: Set<UInt64> = []
  /// The number of keys of the table when it did not have the absent users.
  private var keyCount = 0

  var bytes: Int { numbers.count * MemoryLayout<Int32>.size }

  /// Forgets the number of a key.
  mutating func change(_ key: UInt64) {
    guard numbering != nil else { return }
    changed.insert(key)
    if changed.count > Self.maxChanged { self = KnownNumbers() }
  }

  /// Prepares for these users.
  fileprivate mutating func prepare(for users: UserKeys) {
    if numbering != users.numbering { self = KnownNumbers() }
    numbering = users.numbering
    // Parts that were read earlier can have fewer users.
    if !changed.isEmpty, numbers.count > users.keys.count { numbers = [] }
    if !changed.isEmpty {
      for user in numbers.indices where changed.contains(users.keys[user]) {
        numbers[user] = Self.open
      }
      changed = []
    }
    let missing = users.keys.count - numbers.count
    if missing > 0 { numbers += [Int32](repeating: Self.open, count: missing) }
  }

  /// Calls the body with each value and the number of its user as it was found, or was not.
  ///
  /// The numbers of several users are read at once, because the processor then waits for their
  /// memory at the same time.
  @inline(__always)
  fileprivate mutating func forEach(
    _ values: [UInt64], _ body: (UInt64, Int32, inout KnownNumbers) throws -> Void
  ) rethrows {
    var several = [Int32](repeating: Self.open, count: min(Self.numbersAtOnce, values.count))
    var begin = 0
    while begin < values.count {
      let end = min(values.count, begin + Self.numbersAtOnce)
      for place in begin..<end {
        several[place - begin] = numbers[NumberedEntries.user(values[place])]
      }
      for place in begin..<end { try body(values[place], several[place - begin], &self) }
      begin = end
    }
  }

  /// Looks for users again that the table did not have when it had fewer keys.
  fileprivate mutating func open(_ keyCount: Int) {
    guard keyCount != self.keyCount else { return }
    self.keyCount = keyCount
    for user in numbers.indices where numbers[user] == Self.absent { numbers[user] = Self.open }
  }
}

extension UserTable {
  /// Calls the body with the number of the user and the time of each event in the period.
  ///
  /// - Throws: `QuestionTooLarge` when the table is full, and errors of the body.
  mutating func forEach(
    _ part: ActivityPart, in period: Period, _ body: (Int, Int64) throws -> Void
  ) throws {
    guard let numbered = part.numbered else {
      return try part.forEach { entry in
        guard period.contains(entry.time) else { return }
        try body(number(of: entry.user), entry.time)
      }
    }
    var known = takeKnown(for: numbered.users)
    defer { self.known = known }
    let start = part.period.lowerBound
    try known.forEach(numbered.values) { value, found, known in
      let time = start + NumberedEntries.offset(value)
      guard period.contains(time) else { return }
      try body(number(found, value, numbered.users, &known), time)
    }
  }

  /// Calls the body with the number of the user of each event.
  mutating func forEachUser(_ part: ActivityPart, _ body: (Int) throws -> Void) throws {
    guard let numbered = part.numbered else {
      return try part.forEach { try body(number(of: $0.user)) }
    }
    var known = takeKnown(for: numbered.users)
    defer { self.known = known }
    try known.forEach(numbered.values) { value, found, known in
      try body(number(found, value, numbered.users, &known))
    }
  }

  /// Calls the body with the number of the user of each event whose user the table has.
  mutating func forEachKnownUser(_ part: ActivityPart, _ body: (Int) -> Void) {
    guard let numbered = part.numbered else {
      return part.forEach { entry in
        if let user = self.known(entry.user) { body(user) }
      }
    }
    var known = takeKnown(for: numbered.users)
    known.open(keyCount)
    defer { self.known = known }
    known.forEach(numbered.values) { value, found, known in
      let number = find(found, value, numbered.users, &known)
      if number >= 0 { body(Int(number)) }
    }
  }

  /// Calls the body with the number of the user and the time of each event in the period whose user
  /// the table has.
  mutating func forEachKnown(
    _ part: ActivityPart, in period: Period, _ body: (Int, Int64) throws -> Void
  ) rethrows {
    guard let numbered = part.numbered else {
      return try part.forEach { entry in
        guard period.contains(entry.time), let user = self.known(entry.user) else { return }
        try body(user, entry.time)
      }
    }
    var known = takeKnown(for: numbered.users)
    known.open(keyCount)
    defer { self.known = known }
    let start = part.period.lowerBound
    try known.forEach(numbered.values) { value, found, known in
      let number = find(found, value, numbered.users, &known)
      let time = start + NumberedEntries.offset(value)
      if number >= 0, period.contains(time) { try body(Int(number), time) }
    }
  }

  /// Finds the numbers of these users, so that copies of the table know them.
  mutating func find(_ users: UserKeys) {
    var known = takeKnown(for: users)
    known.open(keyCount)
    for user in users.keys.indices { find(user, users, &known) }
    self.known = known
  }

  /// Returns the number of the user of a value, which has a new one when it was not found.
  @inline(__always)
  private mutating func number(
    _ found: Int32, _ value: UInt64, _ users: UserKeys, _ known: inout KnownNumbers
  ) throws -> Int {
    if found >= 0 { return Int(found) }
    let user = NumberedEntries.user(value)
    let number = try number(of: users.keys[user])
    known.numbers[user] = Int32(number)
    return number
  }

  /// Returns the number of the user of a value, or that the table does not have it.
  @inline(__always)
  private func find(
    _ found: Int32, _ value: UInt64, _ users: UserKeys, _ known: inout KnownNumbers
  ) -> Int32 {
    found == KnownNumbers.open ? find(NumberedEntries.user(value), users, &known) : found
  }

  /// Returns the number of a user, or that the table does not have it.
  @discardableResult
  private func find(_ user: Int, _ users: UserKeys, _ known: inout KnownNumbers) -> Int32 {
    let number = known.numbers[user]
    guard number == KnownNumbers.open else { return number }
    let found = self.known(users.keys[user]).map { Int32($0) } ?? KnownNumbers.absent
    known.numbers[user] = found
    return found
  }

  /// Returns the known numbers, and leaves none in the table, so that no change copies them.
  private mutating func takeKnown(for users: UserKeys) -> KnownNumbers {
    var taken = KnownNumbers()
    swap(&taken, &known)
    taken.prepare(for: users)
    return taken
  }
}

extension ActivityPart {
  /// Calls the body with the time of each event.
  func forEachTime(_ body: (Int64) throws -> Void) rethrows {
    guard let numbered else { return try forEach { try body($0.time) } }
    for value in numbered.values { try body(period.lowerBound + NumberedEntries.offset(value)) }
  }
}
