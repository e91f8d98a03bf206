public import Cairn

extension ExperimentContext {
  /// Reports that the visitor reached a goal.
  ///
  /// The first time an event is recorded, "Goal Completed", and another one with the data if there are any. From then on
  /// the goal counts as reported for this visitor, across launches, and nothing is recorded unless it is forced. What was
  /// recorded survives the death of the process when this returns.
  ///
  /// - Parameters:
  ///   - goal: The goal's key.
  ///   - data: What is known of it: amounts as numbers, the rest as numbers, text or lists of text.
  ///   - ruleData: What the goal's own rules are checked against; nil, the default, checks none.
  ///   - forceMultipleTransactions: Whether the data are reported though the goal was before: for one that can be reached
  ///     several times, such as a purchase.
  /// - Returns: The identifiers of the events, for `Analytics.delivery(of:)`; none when nothing was recorded.
  @discardableResult
  public func trackConversion(
    _ goal: String, data: [GoalDataKey: Value] = [:], ruleData: [String: Value]? = nil,
    forceMultipleTransactions: Bool = false
  ) -> [EventID] {
    guard let document = experiments.reportingDocument(goal),
      !experiments.isPreviewed(by: self, document),
      let goal = experiments.goal(goal, in: document, ruleData)
    else { return [] }
    return experiments.convert(
      goal, by: self, of: document, experiments.checked(data),
      isForced: forceMultipleTransactions)
  }
}
