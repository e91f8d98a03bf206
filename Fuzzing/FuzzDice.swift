/// A random number generator with libFuzzer's seed, so that a run can be repeated.
struct FuzzDice {
  /// The maximum number of bytes of the input.
  let room: Int

  private var state: UInt64

  init(_ seed: UInt32, room: Int) {
    state = UInt64(seed) | 1 << 40
    self.room = room
  }

  mutating func next(below bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(max(1, bound)))
  }

  /// Returns true with a probability of one in `times`.
  mutating func once(in times: Int) -> Bool { next(below: times) == 0 }
}
