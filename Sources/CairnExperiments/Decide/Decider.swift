/// Decides what visitors get, from one document: a pure function, which stores and reports nothing.
package struct Decider: Sendable {
  package let document: ExperimentDocument
  /// Experiences of another one are not served; nil serves all.
  package let environment: String?
  /// Where the document came from.
  package let origin: DecisionSource

  package init(
    _ document: ExperimentDocument, environment: String? = nil, origin: DecisionSource = .given
  ) {
    self.document = document
    self.environment = environment
    self.origin = origin
  }

  /// What the visitor gets of the experience with this key.
  ///
  /// Forced are variation ids by experience id: what the visitor is to see instead.
  package func decide(_ key: String, for visitor: Visitor, forced: [String: String] = [:])
    -> Decision
  {
    Decision(key, reason: .unknownExperience, source: origin)
  }

  /// The same for all experiences, in the document's order.
  package func decideAll(for visitor: Visitor, forced: [String: String] = [:]) -> [Decision] { [] }

  /// The feature with this key, as the first experience in the document's order that serves it has it.
  package func feature(_ key: String, for visitor: Visitor, forced: [String: String] = [:])
    -> FeatureDecision
  {
    FeatureDecision(feature: Feature(key: key), decisions: [])
  }

  /// All features of the document, in its order.
  package func features(for visitor: Visitor, forced: [String: String] = [:]) -> [FeatureDecision] {
    []
  }
}
