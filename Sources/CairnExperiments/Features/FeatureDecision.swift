/// A feature and the decisions on which it is based.
///
/// Each decision with a variation is an exposure.
package struct FeatureDecision: Hashable, Sendable {
  package let feature: Feature
  /// The decisions, in order; if the feature is enabled, the last one enables it.
  package let decisions: [Decision]
}
