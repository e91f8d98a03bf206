/// What a decision was made from.
public enum DecisionSource: String, Hashable, Sendable, CaseIterable {
  /// A document that was fetched since the start.
  case network
  /// The last good document of an earlier launch.
  case cache
  /// A document that the app gave.
  case given
  /// What the app forces, to see it. Leaves no trace.
  case forced
  /// What was decided for this visitor before.
  case sticky
}
