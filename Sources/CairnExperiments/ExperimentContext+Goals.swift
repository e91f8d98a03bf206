public import Cairn

extension ExperimentContext {
  /// Reports a conversion: the visitor reached a goal.
  ///
  /// The first time, a "Goal Completed" event is recorded, and another one with the data if there
  /// is any. After that the goal counts as reported for this visitor, across launches, and nothing
  /// is recorded unless `forceMultipleTransactions` is true. Recorded events survive the death of
  /// the process when this method returns.
  ///
  /// - Parameters:
  ///   - goal: The key of the goal.
  ///   - data: The data of the conversion: amounts as numbers, other values as numbers, text or
  ///     lists of text.
  ///   - ruleData: The data against which the goal's own rules are checked; nil, the default,
  ///     checks none.
  ///   - forceMultipleTransactions: Whether the data is reported even if the goal was reported
  ///     before, for goals that can be reached several times, such as a purchase.
  /// - Returns: The IDs of the events, for `Analytics.delivery(of:)`; empty when nothing was
  ///   recorded.
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
