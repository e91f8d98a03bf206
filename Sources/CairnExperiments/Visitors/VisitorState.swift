/// What is remembered of a visitor.
public struct VisitorState: Hashable, Sendable {
  /// Variation ids by experience id.
  public var bucketing: [String: String] = [:]
  /// Ids of goals that were reported.
  public var goals: Set<String> = []
  /// Default segments: country, browser, devices, source, campaign, visitorType.
  public var segments: [String: String] = [:]
  /// Ids of the segments that the visitor is in.
  public var customSegments: [String] = []
  /// Ids of the locations where the visitor was last.
  public var locations: Set<String> = []
  /// What was told last, by experience id: the variation's id, an @, the experience's version, a # and how many other
  /// variations were told before.
  public var exposures: [String: String] = [:]

  /// Somebody of whom nothing is remembered.
  public init() {}

  /// With what was stored before this began from nothing: what somebody was shown and told then holds.
  func joined(to stored: VisitorState) -> VisitorState {
    var all = self
    all.bucketing.merge(stored.bucketing) { $1 }
    all.goals.formUnion(stored.goals)
    all.segments.merge(stored.segments) { own, _ in own }
    all.customSegments += stored.customSegments.filter { !customSegments.contains($0) }
    all.exposures.merge(stored.exposures) { $1 }
    return all
  }
}
