public import Cairn

extension ExperimentContext {
  /// Reports a conversion: the visitor reached a goal.
  ///
  /// The first time, a "Goal Completed" event is recorded, and another one with the data if there
  /// is any. After that the goal counts as reported for this visitor, across launches, and nothing
  /// is recorded unless `forceMultipleTransactions` is true. Recorded events survive the death of
  /// the process when this method returns.
  ///
  /// While there is no document with the goal, for example offline at the first launch, the
  /// conversion is stored, which also survives the death of the process. It is recorded with its
  /// own time and user when a document with the goal is available, in this launch or a later one,
  /// for 30 days at most.
  ///
  /// - Parameters:
  ///   - goal: The key of the goal.
  ///   - data: The data of the conversion: amounts as numbers, other values as numbers, text or
  ///     lists of text.
  ///   - ruleData: The data against which the goal's own rules are checked; nil, the default,
  ///     checks none.
  ///   - forceMultipleTransactions: Whether the data is reported even if the goal was reported
  ///     before, for goals that can be reached several times, such as a purchase.
  /// - Returns: The outcome of the conversion, and the IDs of the recorded events.
  @discardableResult
  public func trackConversion(
    _ goal: String, data: [GoalDataKey: Value] = [:], ruleData: [String: Value]? = nil,
    forceMultipleTransactions: Bool = false
  ) -> ConversionResult {
    experiments.convert(goal, by: self, data, ruleData, isForced: forceMultipleTransactions)
  }
}
