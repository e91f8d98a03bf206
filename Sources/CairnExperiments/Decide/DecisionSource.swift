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
