/// The users of each unit, each of them once.
///
/// The units come in their order, except that those of one hour, of which there are three at most,
/// can come in any order.
struct UsersOfUnits {
  /// The users of a unit to which no more are added.
  struct Complete {
    var unit: Int
    var users: UserSet
  }

  private static let openUnits = 8

  /// The units in progress; -1 for none.
  private var units = [Int](repeating: -1, count: openUnits)
  private var users = [UserSet](repeating: UserSet(), count: openUnits)

  /// Adds a user, and returns the unit that is complete with it, if there is one.
  mutating func insert(_ user: Int, in unit: Int) -> Complete? {
    let place = unit % Self.openUnits
    if units[place] == unit {
      users[place].insert(user)
      return nil
    }
    let complete = take(place)
    units[place] = unit
    users[place].removeAll()
    users[place].insert(user)
    return complete
  }

  /// Adds users of one unit, and returns the unit that is complete with them, if there is one.
  mutating func insert(
    in unit: Int, _ add: (inout UserSet) throws -> Void
  ) rethrows -> Complete? {
    let place = unit % Self.openUnits
    let complete = units[place] == unit ? nil : take(place)
    // Not as an element of the array, whose owner is checked at each change.
    var own = UserSet()
    swap(&own, &users[place])
    defer { users[place] = own }
    if units[place] != unit { own.removeAll() }
    units[place] = unit
    try add(&own)
    return complete
  }

  /// Returns the units in progress.
  func rest() -> [Complete] { units.indices.compactMap { take($0) } }

  private func take(_ place: Int) -> Complete? {
    units[place] < 0 ? nil : Complete(unit: units[place], users: users[place])
  }
}
