package import Cairn

extension DecisionEngine {
  /// Returns the feature with this key, from the first experience in the document's order that
  /// serves it.
  ///
  /// Decisions are made only for experiences that can serve it.
  package func feature(_ key: String, for visitor: Visitor, forced: [CodeUnitKey: String] = [:])
    -> FeatureDecision
  {
    guard let declaration = document.feature(key: key) else {
      return FeatureDecision(feature: Feature(key: key), decisions: [])
    }
    var (visitor, noTrace) = (visitor, NoTrace())
    return feature(declaration, for: &visitor, forced: forced, &noTrace)
  }

  /// Returns all features of the document, in its order.
  package func features(for visitor: Visitor, forced: [CodeUnitKey: String] = [:])
    -> [FeatureDecision]
  {
    var (visitor, noTrace) = (visitor, NoTrace())
    return document.features.map { feature($0, for: &visitor, forced: forced, &noTrace) }
  }

  private func feature(
    _ declaration: FeatureDeclaration, for visitor: inout Visitor, forced: [CodeUnitKey: String],
    _ noTrace: inout NoTrace
  ) -> FeatureDecision {
    var decisions: [Decision] = []
    for experience in document.experiences where experience.serves(declaration) {
      let decision = decide(experience, for: visitor, forced: forced, &noTrace)
      decisions.append(decision)
      decision.store(in: &visitor.state)
      if let change = experience.change(of: declaration, in: decision.variation) {
        return FeatureDecision(feature: Feature(declaration, change), decisions: decisions)
      }
    }
    let feature = Feature(key: declaration.key, id: declaration.id)
    return FeatureDecision(feature: feature, decisions: decisions)
  }
}

extension Experience {
  fileprivate func serves(_ feature: FeatureDeclaration) -> Bool {
    arms.contains { $0.change(of: feature) != nil }
  }

  fileprivate func change(of feature: FeatureDeclaration, in variation: Variation?)
    -> FeatureChange?
  {
    variation.flatMap { arm(id: $0.id) }?.change(of: feature)
  }
}

extension Arm {
  fileprivate func change(of feature: FeatureDeclaration) -> FeatureChange? {
    changes.first { $0.featureID.isIdentical(to: feature.id) }
  }
}

extension Feature {
  /// Makes an enabled feature.
  ///
  /// Variables that are not declared are not converted.
  fileprivate init(_ declaration: FeatureDeclaration, _ change: FeatureChange) {
    var variables: [String: Value] = [:]
    for (name, value) in change.variables {
      variables[name] = (declaration.types[name] ?? .other).convert(value)
    }
    self.init(
      key: declaration.key, id: declaration.id, status: .enabled, variables: variables)
  }
}
