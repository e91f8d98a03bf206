@testable import Cairn
@testable import CairnExperiments

/// A document of experiments, and decisions based on it.
enum ExperimentsTarget: TextTarget {
  static let limit = InputLimit(milliseconds: 500)

  static let words = [
    #""OR":[{"AND":[{"OR_WHEN":[]}]}]"#,
    #""matching":{"match_type":"regexMatches","negated":false}"#,
    #""match_type":"isIn""#, #""value":"^(a|b)*$""#, #""key":"plan""#, #""audiences":["a"]"#,
    #""traffic_allocation":50"#, #""version":4"#, #""id":"1""#,
    #""rule_type":"bucketed_into_experience_key""#,
    #""changes":[{"type":"fullStackFeature","data":{"feature_id":"1"}}]"#, "null", "1e300", "(a+)+",
    #""permanent""#, #"{"id":"2"},"#, #""a","#,
  ]

  static func run(_ input: [UInt8]) {
    guard let document = try? ExperimentDocument(json: input) else { return }
    precondition(!document.accountID.isEmpty && !document.projectID.isEmpty, "whose it is")
    precondition(document.remarks.count <= 100, "a bounded number of remarks")
    for isAnywhere in [false, true] {
      var visitor = Visitor(
        "somebody", attributes: ["plan": "pro", "visits": 7, "tags": ["a", "b"], "o": ["a": 1]],
        locationProperties: ["url": "https://example.com/cart"])
      visitor.ignoresLocations = isAnywhere
      decide(document, visitor)
    }
    for goal in document.goals.prefix(8) { _ = goal.accepts(["plan": "pro", "revenue": 9.5]) }
    _ = document.segments(["a", "2"], matching: ["plan": "pro"])
  }

  private static func decide(_ document: ExperimentDocument, _ visitor: Visitor) {
    var visitor = visitor
    let engine = DecisionEngine(document, environment: "live")
    let decisions = engine.decideAll(for: visitor)
    precondition(decisions.count == document.experiences.count, "one for each experience")
    for decision in decisions {
      precondition((decision.variation == nil) == (decision.reason != nil), "a reason or none")
      decision.store(in: &visitor.state)
    }
    checkAgain(decisions, engine.decideAll(for: visitor))
    for feature in engine.features(for: visitor) {
      for value in feature.feature.variables.values { _ = value.json }
    }
    for experience in document.experiences.prefix(3) {
      let (decision, _) = engine.explain(experience.key, for: visitor)
      precondition(
        decision == engine.decide(experience.key, for: visitor), "explained as it is decided")
    }
  }

  /// Of two experiences with one id the later one determines the stored variation.
  private static func checkAgain(_ decisions: [Decision], _ again: [Decision]) {
    guard Set(decisions.map { CodeUnitKey($0.experienceID ?? "") }).count == decisions.count else {
      return
    }
    for (decision, again) in zip(decisions, again) {
      guard let one = decision.variation, let two = again.variation else { continue }
      precondition(one.id == two.id, "who has a variation keeps it")
    }
  }
}
