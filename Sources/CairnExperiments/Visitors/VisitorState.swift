package import Cairn

/// What is remembered of a visitor.
///
/// Identifiers are the same with the same code units only.
package struct VisitorState: Sendable {
  /// Variation ids by experience id.
  package var bucketing: [ExactText: String] = [:]
  /// Ids of goals that were reported.
  package var goals: Set<ExactText> = []
  /// Default segments: country, browser, devices, source, campaign, visitorType.
  package var segments: [ExactText: String] = [:]
  /// Ids of the segments that the visitor is in.
  package var customSegments: [String] = []
  /// Ids of the locations where the visitor was last.
  package var locations: Set<ExactText> = []
  /// What was told last, by experience id: the variation's id, an @, the experience's version, a # and how many other
  /// variations were told before.
  package var exposures: [ExactText: String] = [:]

  /// Somebody of whom nothing is remembered.
  package init() {}

  /// With what was stored before this began from nothing: what somebody was shown and told then holds.
  func joined(to stored: VisitorState) -> VisitorState {
    var all = self
    all.bucketing.merge(stored.bucketing) { $1 }
    all.goals.formUnion(stored.goals)
    all.segments.merge(stored.segments) { own, _ in own }
    all.customSegments += stored.customSegments.filter { !customSegments.containsExactly($0) }
    all.exposures.merge(stored.exposures) { $1 }
    return all
  }
}

extension VisitorState: Hashable {
  package static func == (one: Self, other: Self) -> Bool {
    isSame(one.bucketing, other.bucketing) && one.goals == other.goals
      && isSame(one.segments, other.segments) && one.locations == other.locations
      && one.customSegments.elementsEqual(other.customSegments) { $0.isIdentical(to: $1) }
      && isSame(one.exposures, other.exposures)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(goals)
    hasher.combine(locations)
    for keys in [bucketing.keys, segments.keys, exposures.keys] { hasher.combine(Set(keys)) }
  }

  private static func isSame(_ one: [ExactText: String], _ other: [ExactText: String]) -> Bool {
    one.count == other.count
      && one.allSatisfy { key, value in other[key].map(value.isIdentical) ?? false }
  }
}
