/// Numbers the users of an answer from 0, so that arrays can have a value for each of them.
///
/// A table of its own, because a `Dictionary` takes five times as long for keys that are hashes.
struct UserTable {
  /// The maximum number of users, with the anonymous ids that belong to them.
  static let maxKeys = 750_000
  /// The number of anonymous ids up to which all of a project are read before its events.
  static let maxLinksOfProject = 250_000

  private var keys: [UInt64]
  private var numbers: [Int32]
  /// The number of users.
  private(set) var count = 0
  /// The number of users and anonymous ids.
  private(set) var keyCount = 0
  private let maxKeys: Int
  var known = KnownNumbers()
  /// An odd number that no sender knows, who could otherwise choose ids that have the same place.
  private let seed = UInt64.random(in: .min ... .max) | 1

  var bytes: Int {
    keys.count * (MemoryLayout<UInt64>.size + MemoryLayout<Int32>.size) + known.bytes
  }

  /// At least the numbers that no key has any more.
  var unusedNumbers: Int { max(0, count - keyCount) }

  /// Creates an empty table; the capacity is a power of two.
  init(maxKeys: Int = Self.maxKeys, capacity: Int = 1_024) {
    keys = [UInt64](repeating: 0, count: capacity)
    numbers = [Int32](repeating: 0, count: capacity)
    self.maxKeys = maxKeys
  }

  /// Returns the number of a user, which has a new one when it is not known.
  ///
  /// - Throws: `QuestionTooLarge` when the table is full.
  mutating func number(of user: UInt64) throws -> Int {
    let place = place(of: user)
    if keys[place] == user { return Int(numbers[place]) }
    let number = count
    try insert(user, Int32(number), at: place)
    count += 1
    return number
  }

  /// Returns the number of a user; nil when it is not known.
  func known(_ user: UInt64) -> Int? {
    let place = place(of: user)
    return keys[place] == user ? Int(numbers[place]) : nil
  }

  /// Gives an anonymous id the number of its user.
  mutating func link(_ link: ActivityLink) throws {
    known.change(link.anonymous)
    known.change(link.user)
    let number = Int32(try number(of: link.user))
    let place = place(of: link.anonymous)
    if keys[place] == link.anonymous { return numbers[place] = number }
    try insert(link.anonymous, number, at: place)
  }

  /// Gives an anonymous id the number of its user; one that was seen with another user before is a
  /// user of its own.
  mutating func add(_ link: ActivityLink) throws {
    let number = Int32(try number(of: link.user))
    let place = place(of: link.anonymous)
    known.change(link.anonymous)
    known.change(link.user)
    guard keys[place] == link.anonymous else {
      return try insert(link.anonymous, number, at: place)
    }
    guard numbers[place] != number else { return }
    numbers[place] = Int32(count)
    count += 1
  }

  private mutating func insert(_ key: UInt64, _ number: Int32, at place: Int) throws {
    guard keyCount < maxKeys else {
      throw QuestionTooLarge(
        reason: "the answer has more than \(maxKeys) users and anonymous ids; ask for one name, "
          + "or a shorter period")
    }
    keys[place] = key
    numbers[place] = number
    keyCount += 1
    if keyCount * 4 > keys.count * 3 { grow() }
  }

  /// Returns the place of a key, or the free one where it would be.
  private func place(of key: UInt64) -> Int {
    let mask = keys.count - 1
    // The upper bits of the product depend on all bits of the key.
    var place = Int(truncatingIfNeeded: (key &* seed) >> (64 - keys.count.trailingZeroBitCount))
    while keys[place] != 0, keys[place] != key { place = (place + 1) & mask }
    return place
  }

  private mutating func grow() {
    let (oldKeys, oldNumbers) = (keys, numbers)
    keys = [UInt64](repeating: 0, count: oldKeys.count * 2)
    numbers = [Int32](repeating: 0, count: oldKeys.count * 2)
    for (key, number) in zip(oldKeys, oldNumbers) where key != 0 {
      let place = place(of: key)
      keys[place] = key
      numbers[place] = number
    }
  }
}

extension UserTable {
  /// The project has more anonymous ids than are read for each question.
  private struct TooManyLinks: Error {}

  /// Creates a table that has the anonymous ids of the users of these events.
  ///
  /// - Parameters:
  ///   - read: The events whose users the answer counts.
  ///   - project: The project.
  ///   - reader: The activity.
  ///   - maxLinks: The number of anonymous ids of the project up to which the events are not read.
  ///   - maxKeys: The maximum number of users with their anonymous ids.
  /// - Throws: `QuestionTooLarge` when there are more, and errors of the reader.
  init(
    _ read: ActivityRead, of project: String,
    _ reader: borrowing some ActivityReader & ~Copyable,
    maxLinks: Int = Self.maxLinksOfProject, maxKeys: Int = Self.maxKeys
  ) throws {
    do {
      switch try reader.linkedUsers(of: project) {
      case .all(let table):
        self = table
        return
      case .tooMany: throw TooManyLinks()
      case .unread: break
      }
      var table = UserTable(maxKeys: maxKeys)
      var links = 0
      try reader.links(of: project) { link in
        links += 1
        if links > maxLinks { throw TooManyLinks() }
        try table.link(link)
      }
      self = table
    } catch is TooManyLinks {
      // Of a large project, only the anonymous ids that the answer needs.
      self.init(maxKeys: maxKeys)
      try addUsers(of: read, project, reader)
    }
  }

  private mutating func addUsers(
    of read: ActivityRead, _ project: String, _ reader: borrowing some ActivityReader & ~Copyable
  ) throws {
    var table = self
    try reader.eachPart(read, of: project) { part in
      try table.forEach(part, in: read.period) { _, _ in }
    }
    try reader.links(of: project) { link in
      if table.known(link.user) != nil || table.known(link.anonymous) != nil {
        try table.link(link)
      }
    }
    self = table
  }
}
