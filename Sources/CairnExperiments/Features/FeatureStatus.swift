/// Whether a visitor gets a feature.
public enum FeatureStatus: String, Hashable, Sendable, CaseIterable {
  /// A variation that the visitor gets carries it.
  case enabled
  /// None does, or the document does not know it, or there is no document.
  case disabled
}
