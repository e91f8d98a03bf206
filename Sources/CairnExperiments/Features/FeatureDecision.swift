/// A feature, and the decisions that it follows from: each with a variation is an exposure.
package struct FeatureDecision: Hashable, Sendable {
  package let feature: Feature
  /// Those that were made to find it, in order; the last one carries the feature when it is on.
  package let decisions: [Decision]
}
