/// The decision on an experience for a visitor: a variation and its source, or the reason why there
/// is none.
public struct Decision: Hashable, Sendable {
  /// The ID of the experience; nil when no experience has the key.
  public let experienceID: String?
  /// The requested key.
  public let experienceKey: String
  /// The version of the experience, as text; nil when it has none.
  package let experienceVersion: String?
  /// The visitor's variation; nil for none.
  public let variation: Variation?
  /// The source of the decision; nil without a document.
  public let source: DecisionSource?
  /// The reason why there is no variation; nil when there is one.
  public let reason: DecisionReason?
  /// The changes to the visitor's state; empty for a forced variation.
  package let changes: VisitorChanges

  /// Makes a decision without a variation.
  package init(
    _ key: String, reason: DecisionReason, experience: Experience? = nil,
    source: DecisionSource? = nil, changes: VisitorChanges = VisitorChanges()
  ) {
    experienceID = experience?.id
    experienceKey = key
    experienceVersion = experience?.version
    variation = nil
    self.source = source
    self.reason = reason
    self.changes = changes
  }

  package init(
    _ arm: Arm, of experience: Experience, source: DecisionSource,
    changes: VisitorChanges = VisitorChanges()
  ) {
    experienceID = experience.id
    experienceKey = experience.key
    experienceVersion = experience.version
    variation = arm.variation
    self.source = source
    reason = nil
    self.changes = changes
  }
}
