import Cairn

extension DecisionEngine {
  /// Returns whether the visitor belongs to any, or to all, of the experience's audiences that are
  /// evaluated.
  func isAudience<T: Trace>(
    _ experience: Experience, _ visitor: Visitor, isStored: Bool, _ trace: inout T
  ) -> Bool {
    var asked = 0
    var passed = 0
    for audience in experience.audiences {
      if isStored, audience.isPermanent {
        trace.note("audience \(audience.key) is permanent and is not evaluated again", nil)
        continue
      }
      asked += 1
      trace.enter("audience \(audience.key)")
      if isMember(of: audience, visitor, &trace) { passed += 1 }
      trace.leave()
    }
    if asked == 0 { return true }
    let isAudience = experience.needsAllAudiences ? passed == asked : passed > 0
    trace.note(
      "\(passed) of \(asked) audiences match; "
        + "\(experience.needsAllAudiences ? "all are" : "one is") required",
      isAudience)
    return isAudience
  }

  /// Returns whether the visitor belongs to the audience.
  ///
  /// If the audience has a rule about another experience, only that rule is evaluated.
  private func isMember<T: Trace>(
    of audience: Audience, _ visitor: Visitor, _ trace: inout T
  ) -> Bool {
    guard let rule = audience.rules.exclusion, let key = rule.exclusionKey else {
      return audience.rules.hold(for: visitor.attributes, &trace)
    }
    let other = document.experience(key: key)
    let isIn = other.map { visitor.state.bucketing[$0.id] != nil } ?? false
    let isMember = isIn != rule.isNegated
    let known = other == nil ? "no experience has this key" : isIn ? "it is" : "it is not"
    trace.note("\(rule.isNegated ? "not " : "")in the experience \(key); \(known)", isMember)
    return isMember
  }
}
