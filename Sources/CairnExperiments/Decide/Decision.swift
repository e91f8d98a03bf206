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

/// A variation of an experience.
public struct Variation: Hashable, Sendable {
  /// The ID of the variation in the document.
  public let id: String
  /// The key of the variation, for comparison in code; the ID when the document has no key.
  public let key: String
  /// The ID of the experience.
  public let experienceID: String
  /// The key of the experience.
  public let experienceKey: String

  package init(id: String, key: String, experienceID: String, experienceKey: String) {
    self.id = id
    self.key = key
    self.experienceID = experienceID
    self.experienceKey = experienceKey
  }
}

/// The source of a decision.
public enum DecisionSource: String, Hashable, Sendable, CaseIterable {
  /// A document that was fetched in this launch.
  case network
  /// The last valid document of an earlier launch.
  case cache
  /// A document that the app provided.
  case given
  /// A variation that the app forces for a preview.
  ///
  /// Nothing is stored or recorded.
  case forced
  /// An earlier decision for this visitor.
  case sticky
}
