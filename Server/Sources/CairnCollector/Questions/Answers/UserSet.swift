/// A set of users by their numbers, with a bit for each.
struct UserSet {
  private var words: [UInt64] = []

  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  func contains(_ user: Int) -> Bool {
    user >> 6 < words.count && words[user >> 6] & 1 << UInt64(user & 63) != 0
  }

  mutating func insert(_ user: Int) {
    while user >> 6 >= words.count { words += [UInt64](repeating: 0, count: 1_024) }
    words[user >> 6] |= 1 << UInt64(user & 63)
  }

  mutating func formUnion(_ other: UserSet) {
    while words.count < other.words.count { words.append(0) }
    for place in other.words.indices { words[place] |= other.words[place] }
  }

  mutating func removeAll() { for place in words.indices { words[place] = 0 } }

  func forEach(_ body: (Int) -> Void) {
    for (place, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        body(place << 6 | rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
  }
}
