/// The entries of a part with small numbers instead of the keys of the users.
///
/// An entry takes 8 instead of 20 bytes, and a number is found in an array, not in a hash table.
struct NumberedEntries: Sendable, Equatable {
  /// For each event the number of its user in the upper 32 bits, and in the lower ones the
  /// microseconds since the beginning of the hour.
  var values: [UInt64]
  var users: UserKeys

  static func value(_ user: Int, _ offset: Int64) -> UInt64 {
    UInt64(user) << 32 | UInt64(UInt32(clamping: offset))
  }

  static func user(_ value: UInt64) -> Int { Int(value >> 32) }
  static func offset(_ value: UInt64) -> Int64 { Int64(UInt32(truncatingIfNeeded: value)) }
}

/// The keys of the users that have numbers.
struct UserKeys: Sendable, Equatable {
  /// Differs for users that are numbered anew.
  let numbering: UInt64
  /// In the order of the numbers, which begin at 0.
  var keys: [UInt64] = []

  static func == (left: UserKeys, right: UserKeys) -> Bool {
    left.numbering == right.numbering && left.keys.count == right.keys.count
  }
}

/// Finds the parts that have events of users.
struct WantedUsers {
  private let keys: Set<UInt64>
  private var numbering: UInt64?
  /// Whether each user is wanted, in the order of their numbers.
  private var isWanted: [Bool] = []

  init(_ keys: Set<UInt64>) { self.keys = keys }

  /// Returns whether there is an event of one of the users.
  mutating func isAny(in entries: NumberedEntries) -> Bool {
    let users = entries.users
    if numbering != users.numbering { isWanted = [] }
    numbering = users.numbering
    isWanted += users.keys[min(isWanted.count, users.keys.count)...].map { keys.contains($0) }
    return entries.values.contains { isWanted[NumberedEntries.user($0)] }
  }
}
