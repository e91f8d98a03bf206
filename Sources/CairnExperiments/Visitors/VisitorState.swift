package import Cairn

/// The stored state of a visitor.
///
/// IDs are equal only if their code units are equal.
package struct VisitorState: Sendable {
  /// The variation IDs, by experience ID.
  package var bucketing: [CodeUnitKey: String] = [:]
  /// The IDs of the goals that were reported.
  package var goals: Set<CodeUnitKey> = []
  /// The default segments: country, browser, devices, source, campaign, visitorType.
  package var segments: [CodeUnitKey: String] = [:]
  /// The IDs of the visitor's custom segments.
  package var customSegments: [String] = []
  /// The IDs of the visitor's active locations.
  package var locations: Set<CodeUnitKey> = []
  /// The last reported exposures, by experience ID: the variation's ID, `@`, the experience's
  /// version, `#` and the number of variations that were reported before.
  package var exposures: [CodeUnitKey: String] = [:]

  /// Creates the empty state.
  package init() {}

  /// Returns this state joined with a stored one that could not be read before.
  ///
  /// Variations and exposures of the stored state take precedence.
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

  private static func isSame(_ one: [CodeUnitKey: String], _ other: [CodeUnitKey: String]) -> Bool {
    one.count == other.count
      && one.allSatisfy { key, value in other[key].map(value.isIdentical) ?? false }
  }
}
