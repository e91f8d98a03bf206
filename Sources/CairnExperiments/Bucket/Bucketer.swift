package import Cairn

/// Computes a visitor's bucket, and the arm to which the bucket belongs.
package enum Bucketer {
  /// The number of buckets; one percent corresponds to 100 of them.
  package static let range = 10_000
  package static let seed: UInt32 = 9_999

  /// Returns the visitor's bucket for an experience, from 0 to 9999.
  ///
  /// It depends only on the identifiers of the visitor and of the experience, and is evenly
  /// distributed over visitors.
  package static func value(
    experienceID: String, visitorID: String, seed: UInt32 = Bucketer.seed
  ) -> Int { value(hash: MurmurHash3.hash(experienceID, visitorID, seed: seed)) }

  /// Returns the bucket of a hash, scaled from the range of hashes.
  package static func value(hash: UInt32) -> Int { Int((UInt64(hash) * UInt64(range)) >> 32) }

  /// Returns the index of the arm to which the bucket belongs; nil for none.
  package static func arm(of arms: [Arm], at value: Int, layout: BucketLayout) -> Int? {
    switch layout {
    case .packed: packed(arms, Double(value), redistributed: 0)
    case .anchored: anchored(arms, Double(value))
    }
  }

  /// Returns the index of the arm for the packed layout.
  ///
  /// Changing a weight moves all later arms. `redistributed` is added to the size of each arm, in
  /// buckets.
  package static func packed(_ arms: [Arm], _ value: Double, redistributed: Double) -> Int? {
    var end = 0.0
    for (place, arm) in arms.enumerated() where arm.isActive {
      end += arm.weight * 100 + redistributed
      if value < end { return place }
    }
    return nil
  }

  /// Returns the index of the arm for the anchored layout.
  ///
  /// The start of an arm depends only on the proportions, so more traffic does not move visitors
  /// between arms.
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

/// The distribution of an experience's arms over the range.
package enum BucketLayout: String, Sendable {
  /// The parts of the arms follow one another without gaps.
  case packed
  /// Each arm has a start of its own.
  case anchored

  /// Returns the layout for a version: anchored from 12 on, otherwise packed, also if it is not a
  /// number.
  package init(version: Value?) {
    self = (version?.referenceNumber ?? 0) > 11 ? .anchored : .packed
  }
}
