import Cairn

extension ExperimentContext {
  /// Returns the visitor's variation of an experience and reports the exposure.
  ///
  /// On the first call, and whenever the variation differs from the last one, an "Experiment
  /// Viewed" event is recorded. It survives the death of the process when this method returns. A
  /// decision stays the same as long as its variation exists.
  ///
  /// - Parameters:
  ///   - key: The key of the experience.
  ///   - enableTracking: Whether the exposure is reported. If it is false, the first later call
  ///     with true reports it.
  /// - Returns: The variation; nil when the visitor has none. `decide` returns the reason.
  @discardableResult
  public func runExperience(_ key: String, enableTracking: Bool = true) -> Variation? {
    decide(key, enableTracking: enableTracking).variation
  }

  /// Returns the visitor's variations of all experiences and reports each as `runExperience` does.
  ///
  /// - Returns: The variations, in the order of the experiences in the document that was fetched;
  ///   experiences in which the visitor gets no variation are left out.
  @discardableResult
  public func runExperiences(enableTracking: Bool = true) -> [Variation] {
    decideAll(enableTracking: enableTracking).compactMap(\.variation)
  }

  /// Decides like `runExperience`, and also returns the source of the variation or the reason why
  /// there is none.
  ///
  /// Without a document the experience is decided and stored when one is available in this launch,
  /// and ``Experiments/events`` then contains the variation. Nothing is reported before the
  /// experience is requested again, because the visitor has not seen the variation.
  @discardableResult
  public func decide(_ key: String, enableTracking: Bool = true) -> Decision {
    experiments.decide(for: self, isTracked: enableTracking) { engine, visitor, forced in
      let decision = engine.decide(key, for: visitor, forced: forced)
      return (decision, [decision])
    } ?? experiments.decideLater(key, for: self)
  }

  /// Decides like `runExperiences`, and also returns the sources and reasons.
  ///
  /// The result contains all experiences, in the document's order.
  @discardableResult
  public func decideAll(enableTracking: Bool = true) -> [Decision] {
    experiments.decide(for: self, isTracked: enableTracking) { engine, visitor, forced in
      let decisions = engine.decideAll(for: visitor, forced: forced)
      return (decisions, decisions)
    } ?? experiments.decideAllLater(for: self)
  }
}
