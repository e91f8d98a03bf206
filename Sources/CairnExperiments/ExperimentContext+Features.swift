import Cairn

extension ExperimentContext {
  /// Returns a feature with its variables, and reports the experiences on which it depends, as
  /// `runExperience` does.
  ///
  /// - Parameters:
  ///   - key: The key of the feature.
  ///   - enableTracking: Whether exposures are reported.
  /// - Returns: The feature, from the first experience in the document's order that serves it. It
  ///   is disabled when none does, when the document does not contain it, or when there is no
  ///   document.
  @discardableResult
  public func runFeature(_ key: String, enableTracking: Bool = true) -> Feature {
    experiments.decide(for: self, isTracked: enableTracking) { engine, visitor, forced in
      let found = engine.feature(key, for: visitor, forced: forced)
      return (found.feature, found.decisions)
    } ?? Feature(key: key)
  }

  /// Returns all features of the document, in its order, including disabled ones; reports as
  /// `runFeature` does.
  @discardableResult
  public func runFeatures(enableTracking: Bool = true) -> [Feature] {
    experiments.decide(for: self, isTracked: enableTracking) { engine, visitor, forced in
      let found = engine.features(for: visitor, forced: forced)
      return (found.map(\.feature), found.flatMap(\.decisions))
    } ?? []
  }
}
