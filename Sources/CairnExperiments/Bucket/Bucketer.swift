/// Where a visitor falls, and which arm has that place.
package enum Bucketer {
  /// Values are below it; a per cent is a hundred of them.
  package static let range = 10_000
  package static let seed: UInt32 = 9_999

  /// The visitor's value for the experience, from 0 to 9999: always the same, and spread evenly over visitors.
  package static func value(
    experienceID: String, visitorID: String, seed: UInt32 = Bucketer.seed
  ) -> Int { value(hash: MurmurHash3.hash(experienceID, visitorID, seed: seed)) }

  /// The hash's share of all hashes, as a share of the range.
  package static func value(hash: UInt32) -> Int { Int((UInt64(hash) * UInt64(range)) >> 32) }

  /// The place of the arm that has the value; nil when none has.
  package static func arm(of arms: [Arm], at value: Int, layout: BucketLayout) -> Int? {
    switch layout {
    case .packed: packed(arms, Double(value), redistributed: 0)
    case .anchored: anchored(arms, Double(value))
    }
  }

  /// What runs stands behind one another: whoever changes a weight moves all that come after.
  ///
  /// - Note: the amount is what each arm gets on top of its weight, in units of the range.
  package static func packed(_ arms: [Arm], _ value: Double, redistributed: Double) -> Int? {
    var end = 0.0
    for (place, arm) in arms.enumerated() where arm.isActive {
      end += arm.weight * 100 + redistributed
      if value < end { return place }
    }
    return nil
  }

  /// Each arm has a start of its own that depends on the proportions alone: more traffic moves nobody.
  private static func anchored(_ arms: [Arm], _ value: Double) -> Int? {
    let total = arms.reduce(0) { $0 + $1.weight }
    guard total > 0 else { return nil }
    var before = 0.0
    for (place, arm) in arms.enumerated() {
      let start = before / total * Double(range)
      if arm.isActive, start <= value, value < start + arm.weight * 100 { return place }
      before += arm.weight
    }
    return nil
  }
}
