/// Numbers the users of an answer from 0, so that arrays can have a value for each of them.
///
/// A table of its own, because a `Dictionary` takes five times as long for keys that are hashes.
struct UserTable {
  private var keys: [UInt64]
  private var numbers: [Int32]
  private(set) var count = 0
  private var used = 0
  /// An odd number that no sender knows, who could otherwise choose ids that have the same place.
  private let seed = UInt64.random(in: .min ... .max) | 1

  /// Creates a table in which the anonymous ids of users have the numbers of their users.
  init(_ links: [ActivityLink]) {
    keys = [UInt64](repeating: 0, count: 1_024)
    numbers = [Int32](repeating: 0, count: 1_024)
    for link in links {
      let number = number(of: link.user)
      let place = place(of: link.anonymous)
      if keys[place] == 0 { insert(link.anonymous, Int32(number), at: place) }
    }
  }

  /// Returns the number of a user, which has a new one when it is not known.
  mutating func number(of user: UInt64) -> Int {
    let place = place(of: user)
    if keys[place] == user { return Int(numbers[place]) }
    let number = count
    count += 1
    insert(user, Int32(number), at: place)
    return number
  }

  private mutating func insert(_ key: UInt64, _ number: Int32, at place: Int) {
    keys[place] = key
    numbers[place] = number
    used += 1
    if used * 2 > keys.count { grow() }
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
    keys = [UInt64](repeating: 0, count: oldKeys.count * 4)
    numbers = [Int32](repeating: 0, count: oldKeys.count * 4)
    for (key, number) in zip(oldKeys, oldNumbers) where key != 0 {
      let place = place(of: key)
      keys[place] = key
      numbers[place] = number
    }
  }
}
