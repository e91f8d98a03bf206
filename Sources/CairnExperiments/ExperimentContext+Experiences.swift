import Cairn

extension ExperimentContext {
  /// What the visitor gets of an experience, and reports that they are shown it.
  ///
  /// The first time, and whenever it is another variation than the last one, an event is recorded, "Experiment Viewed",
  /// which survives the death of the process when this returns. What was decided once stays, as long as the variation
  /// exists.
  ///
  /// - Parameters:
  ///   - key: The experience's key.
  ///   - enableTracking: Whether it is reported. What is decided now is reported by the first call that may.
  /// - Returns: The variation; nil when there is none for this visitor: `decide` says why.
  @discardableResult
  public func runExperience(_ key: String, enableTracking: Bool = true) -> Variation? {
    decide(key, enableTracking: enableTracking).variation
  }

  /// What the visitor gets of every experience, and reports each as `runExperience` does.
  ///
  /// - Returns: The variations, in the document's order, without experiences of which the visitor gets nothing.
  @discardableResult
  public func runExperiences(enableTracking: Bool = true) -> [Variation] {
    decideAll(enableTracking: enableTracking).compactMap(\.variation)
  }

  /// The same as `runExperience`, with where it comes from, or why there is none.
  @discardableResult
  public func decide(_ key: String, enableTracking: Bool = true) -> Decision {
    experiments.decide(for: self, isTracked: enableTracking) { decider, visitor, forced in
      let decision = decider.decide(key, for: visitor, forced: forced)
      return (decision, [decision])
    } ?? Decision(key, reason: .noDocument)
  }

  /// The same as `runExperiences`, with where each comes from, or why there is none; all experiences, in the document's
  /// order.
  @discardableResult
  public func decideAll(enableTracking: Bool = true) -> [Decision] {
    experiments.decide(for: self, isTracked: enableTracking) { decider, visitor, forced in
      let decisions = decider.decideAll(for: visitor, forced: forced)
      return (decisions, decisions)
    } ?? []
  }
}
