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
  package var changes = VisitorChanges()

  /// A decision for nothing.
  package init(
    _ key: String, reason: DecisionReason, experience: Experience? = nil,
    source: DecisionSource? = nil
  ) {
    experienceID = experience?.id
    experienceKey = key
    experienceVersion = experience?.version
    variation = nil
    self.source = source
    self.reason = reason
  }

  package init(_ variation: Variation, of experience: Experience, source: DecisionSource) {
    experienceID = experience.id
    experienceKey = experience.key
    experienceVersion = experience.version
    self.variation = variation
    self.source = source
    reason = nil
  }
}
