import Cairn

// The order is that of the reference implementation: this SDK must serve the same visitors as the
// website.
extension DecisionEngine {
  func decide<T: Trace>(
    _ experience: Experience, for visitor: Visitor, forced: [CodeUnitKey: String],
    _ trace: inout T
  ) -> Decision {
    // A forced variation is used regardless of the rules, because its viewer may not be in the
    // target group.
    if !forced.isEmpty, let arm = forced[experience.id].flatMap(experience.arm) {
      trace.note("forced: \(arm.variation.key)", true)
      return Decision(arm, of: experience, source: .forced)
    }
    let stored = visitor.state.bucketing[experience.id].flatMap(experience.arm)
    var changes = VisitorChanges()
    let refusal = refusal(
      of: experience, for: visitor, isStored: stored != nil, &changes, &trace)
    if let refusal {
      return Decision(
        experience.key, reason: refusal, experience: experience, source: origin, changes: changes)
    }
    if let arm = stored {
      trace.note("decided before: \(arm.variation.key)", true)
      return Decision(arm, of: experience, source: .sticky, changes: changes)
    }
    guard let arm = choose(experience, for: visitor, &trace) else {
      return Decision(
        experience.key, reason: .outsideTraffic, experience: experience, source: origin,
        changes: changes)
    }
    changes.variationID = arm.id
    return Decision(arm, of: experience, source: origin, changes: changes)
  }

  /// Returns the reason why the experience is not served to the visitor; nil when it is.
  private func refusal<T: Trace>(
    of experience: Experience, for visitor: Visitor, isStored: Bool,
    _ changes: inout VisitorChanges, _ trace: inout T
  ) -> DecisionReason? {
    if experience.isArchived {
      trace.note("archived", false)
      return .archived
    }
    guard isServed(experience, &trace) else { return .otherEnvironment }
    guard isPlace(experience, visitor, &changes, &trace) else { return .locationMismatch }
    guard isAudience(experience, visitor, isStored: isStored, &trace) else {
      return .audienceMismatch
    }
    guard isSegment(experience, visitor, &trace) else { return .segmentMismatch }
    guard !experience.arms.isEmpty else {
      trace.note("it has no variations", false)
      return .noVariations
    }
    return nil
  }

  private func isServed<T: Trace>(_ experience: Experience, _ trace: inout T) -> Bool {
    guard let environments = experience.environments, let environment else { return true }
    let isServed = environments.contains { $0.isIdentical(to: environment) }
    trace.note(
      "for the environment \(environments.joined(separator: ", ")); this is \(environment)",
      isServed)
    return isServed
  }

  private func isSegment<T: Trace>(
    _ experience: Experience, _ visitor: Visitor, _ trace: inout T
  ) -> Bool {
    if experience.segmentIDs.isEmpty { return true }
    let isMember = experience.segmentIDs.contains {
      visitor.state.customSegments.containsExactly($0)
    }
    trace.note("in one of the segments \(experience.segmentIDs.joined(separator: ", "))", isMember)
    return isMember
  }

  private func choose<T: Trace>(
    _ experience: Experience, for visitor: Visitor, _ trace: inout T
  ) -> Arm? {
    let value = Bucketer.value(experienceID: experience.id, visitorID: visitor.id)
    let place = Bucketer.arm(of: experience.arms, at: value, layout: experience.layout)
    let arm = place.map { experience.arms[$0] }
    trace.note(
      "bucket \(value) of \(Bucketer.range), \(experience.layout.rawValue): "
        + (arm?.variation.key ?? "outside the traffic"), arm != nil)
    return arm
  }
}
