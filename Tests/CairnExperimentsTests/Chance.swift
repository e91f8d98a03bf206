/// A random number generator with a seed: SplitMix64.
struct Chance {
  private var state: UInt64

  init(_ seed: Int) { state = UInt64(seed) &+ 1 }

  var isHeads: Bool {
    mutating get { number(below: 2) == 0 }
  }

  mutating func number(below bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
