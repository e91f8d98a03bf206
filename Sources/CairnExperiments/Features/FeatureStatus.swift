/// Whether a feature is enabled for a visitor.
public enum FeatureStatus: String, Hashable, Sendable, CaseIterable {
  /// One of the visitor's variations enables the feature.
  case enabled
  /// No variation enables it, the document does not contain it, or there is no document.
  case disabled
}
