import Cairn

extension ExperimentContext {
  /// Whether the visitor gets a feature, and with what variables; reports the experiences that say so, as `runExperience`
  /// does.
  ///
  /// - Parameters:
  ///   - key: The feature's key.
  ///   - enableTracking: Whether it is reported.
  /// - Returns: The feature, of the first experience in the document's order that serves it; disabled when none does, the
  ///   document does not know it, or there is no document.
  @discardableResult
  public func runFeature(_ key: String, enableTracking: Bool = true) -> Feature {
    experiments.decide(for: self, isTracked: enableTracking) { decider, visitor, forced in
      let found = decider.feature(key, for: visitor, forced: forced)
      return (found.feature, found.decisions)
    } ?? Feature(key: key)
  }

  /// All features of the document, in its order, those that are disabled as well; reports as `runFeature` does.
  @discardableResult
  public func runFeatures(enableTracking: Bool = true) -> [Feature] {
    experiments.decide(for: self, isTracked: enableTracking) { decider, visitor, forced in
      let found = decider.features(for: visitor, forced: forced)
      return (found.map(\.feature), found.flatMap(\.decisions))
    } ?? []
  }
}
