/// What a visitor gets of an experience, and from what that follows; or why nothing.
public struct Decision: Hashable, Sendable {
  /// The experience's id; nil when there is none with this key.
  public let experienceID: String?
  /// The key that was asked for.
  public let experienceKey: String
  /// The experience's version, as text; nil when it has none.
  package let experienceVersion: String?
  /// What the visitor gets; nil when nothing.
  public let variation: Variation?
  /// What it was decided from; nil without a document.
  public let source: DecisionSource?
  /// Why there is no variation; nil when there is one.
  public let reason: DecisionReason?
  /// What is to be stored; nothing when forced.
  package let changes: VisitorChanges

  /// A decision for nothing.
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
