package import Cairn

/// Makes decisions for visitors from one document, as a pure function: it stores and reports
/// nothing.
package struct DecisionEngine: Sendable {
  package let document: ExperimentDocument
  /// The environment whose experiences are served; nil serves those of all environments.
  package let environment: String?
  /// The source of the document.
  package let origin: DecisionSource

  package init(
    _ document: ExperimentDocument, environment: String? = nil, origin: DecisionSource = .given
  ) {
    self.document = document
    self.environment = environment
    self.origin = origin
  }

  /// Decides on the experience with this key.
  ///
  /// - Parameters:
  ///   - key: The key of the experience.
  ///   - visitor: The visitor.
  ///   - forced: The variation IDs to use instead of a decision, by experience ID.
  /// - Returns: The decision.
  package func decide(_ key: String, for visitor: Visitor, forced: [CodeUnitKey: String] = [:])
    -> Decision
  {
    var noTrace = NoTrace()
    return decide(key, for: visitor, forced: forced, &noTrace)
  }

  /// Decides like `decide`, and returns the steps of the decision.
  package func explain(_ key: String, for visitor: Visitor, forced: [CodeUnitKey: String] = [:])
    -> (
      Decision, Explanation
    )
  {
    var explanation = Explanation()
    let decision = decide(key, for: visitor, forced: forced, &explanation)
    return (decision, explanation)
  }

  /// Decides on all experiences, in the document's order.
  ///
  /// Each decision takes the previous ones into account.
  package func decideAll(for visitor: Visitor, forced: [CodeUnitKey: String] = [:]) -> [Decision] {
    var (visitor, noTrace) = (visitor, NoTrace())
    return document.experiences.map { experience in
      let decision = decide(experience, for: visitor, forced: forced, &noTrace)
      decision.store(in: &visitor.state)
      return decision
    }
  }

  private func decide<T: Trace>(
    _ key: String, for visitor: Visitor, forced: [CodeUnitKey: String], _ trace: inout T
  ) -> Decision {
    guard let experience = document.experience(key: key) else {
      trace.note("no experience has the key \"\(key)\"", false)
      return Decision(key, reason: .unknownExperience, source: origin)
    }
    return decide(experience, for: visitor, forced: forced, &trace)
  }
}
