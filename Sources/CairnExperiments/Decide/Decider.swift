package import Cairn

/// Decides what visitors get, from one document: a pure function, which stores and reports nothing.
package struct Decider: Sendable {
  package let document: ExperimentDocument
  /// Experiences of another one are not served; nil serves all.
  package let environment: String?
  /// Where the document came from.
  package let origin: DecisionSource

  package init(
    _ document: ExperimentDocument, environment: String? = nil, origin: DecisionSource = .given
  ) {
    self.document = document
    self.environment = environment
    self.origin = origin
  }

  /// What the visitor gets of the experience with this key.
  ///
  /// Forced are variation ids by experience id: what the visitor is to see instead.
  package func decide(_ key: String, for visitor: Visitor, forced: [ExactText: String] = [:])
    -> Decision
  {
    var silence = Silence()
    return decide(key, for: visitor, forced: forced, &silence)
  }

  /// The same, and how it came to that.
  package func explain(_ key: String, for visitor: Visitor, forced: [ExactText: String] = [:]) -> (
    Decision, Explanation
  ) {
    var explanation = Explanation()
    let decision = decide(key, for: visitor, forced: forced, &explanation)
    return (decision, explanation)
  }

  /// The same for all experiences, in the document's order: each knows what was decided before it.
  package func decideAll(for visitor: Visitor, forced: [ExactText: String] = [:]) -> [Decision] {
    var (visitor, silence) = (visitor, Silence())
    return document.experiences.map { experience in
      let decision = decide(experience, for: visitor, forced: forced, &silence)
      decision.store(in: &visitor.state)
      return decision
    }
  }

  private func decide<T: Trace>(
    _ key: String, for visitor: Visitor, forced: [ExactText: String], _ trace: inout T
  ) -> Decision {
    guard let experience = document.experience(key: key) else {
      trace.note("no experience has the key \"\(key)\"", false)
      return Decision(key, reason: .unknownExperience, source: origin)
    }
    return decide(experience, for: visitor, forced: forced, &trace)
  }
}
