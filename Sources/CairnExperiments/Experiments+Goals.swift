import Cairn

extension Experiments {
  /// Returns the document for a conversion report; logs the reason and returns nil when nothing is
  /// reported.
  func reportingDocument(_ goal: String) -> ExperimentDocument? {
    guard isTrackingEnabled else {
      say(.debug, "experiments.trackingOff", "a conversion was not recorded: tracking is off")
      return nil
    }
    guard let snapshot else {
      say(
        .warning, "experiments.noDocument",
        "a conversion of \"\(goal)\" was not recorded: there is no document yet")
      return nil
    }
    return snapshot.document
  }

  /// Returns the goal; logs the reason and returns nil when it does not exist or its rules do not
  /// hold.
  func goal(_ key: String, in document: ExperimentDocument, _ ruleData: [String: Value]?) -> Goal? {
    guard let goal = document.goal(key: key) else {
      say(
        .warning, "experiments.unknownGoal",
        "a conversion was not recorded: the document has no goal \"\(key)\"")
      return nil
    }
    guard ruleData.map(goal.accepts) ?? true else {
      say(
        .debug, "experiments.goalRules",
        "a conversion of \"\(key)\" was not recorded: its rules do not match")
      return nil
    }
    return goal
  }

  /// Returns the data that the service accepts: numbers, text, and lists of short texts.
  func checked(_ data: [GoalDataKey: Value]) -> [GoalDataKey: Value] {
    data.filter { key, value in
      guard !value.isGoalData else { return true }
      say(
        .warning, "experiments.goalData",
        "\(key.rawValue) was left out: it is not a number, a text or a list of texts "
          + "of at most 32 characters")
      return false
    }
  }

  /// Records the events, then stores that they were reported, and returns the IDs of the events.
  func convert(
    _ goal: Goal, by context: ExperimentContext, of document: ExperimentDocument,
    _ data: [GoalDataKey: Value],
    isForced: Bool
  ) -> [EventID] {
    let id = context.visitorID
    // If nothing is to be recorded, the call waits for neither the visitor's lock nor the disk.
    if !isForced, visitors.state(of: id).goals.contains(goal.id) { return [] }
    let events =
      turn(of: id) { store -> [EventID]? in
        let state = visitors.latestState(of: id, saying: &store.troubles)
        let isFirst = !state.goals.contains(goal.id)
        guard isFirst || isForced else { return [] }
        let writer = ReportWriter(
          document: document, visitorID: visitors.names.told(id), state: state)
        let conversion = isFirst ? writer.conversion(goal) : nil
        let details = data.isEmpty ? nil : writer.details(data, of: goal, isFirst: isFirst)
        guard store.holds([conversion, details].compactMap(\.self)) else { return nil }
        return tell(conversion, details, of: goal, by: id, in: context, &store)
      } ?? []
    if !events.isEmpty { broadcaster.send(.conversion(goal: goal.key, visitorID: id)) }
    return events
  }
}

extension Experiments {
  /// Returns the IDs of the events; nil if a session must begin first.
  private func tell(
    _ conversion: ReportTransaction.Draft?, _ details: ReportTransaction.Draft?, of goal: Goal,
    by id: String,
    in context: ExperimentContext, _ store: inout ReportTransaction
  ) -> [EventID]? {
    let erasures = self.erasures
    var reports: [Reported] = []
    if let conversion {
      guard let reported = store.report(conversion) else { return nil }
      reports.append(reported)
    }
    // If the conversion was refused, its data is not reported either.
    if let details, reports.allSatisfy({ $0.id != nil }) {
      guard let reported = store.report(details) else { return nil }
      reports.append(reported)
    }
    // A visitor who was reset in the meantime must not be stored again.
    let isThere = context.visitorID == id
    if isThere, conversion != nil, reports[0].isTold, !reports.contains(where: \.isWaiting) {
      visitors.change(id, saying: &store.troubles) { state in
        if erasures == self.erasures { state.goals.insert(CodeUnitKey(goal.id)) }
      }
    }
    return reports.compactMap(\.id)
  }
}

extension Value {
  /// Whether the service accepts the value.
  ///
  /// The length limit does not apply to single texts, because transaction IDs are often longer.
  fileprivate var isGoalData: Bool {
    switch self {
    case .int, .string: true
    case .double(let number): number.isFinite
    case .array(let elements):
      elements.allSatisfy {
        if case .string(let text) = $0 { text.utf16.count <= 32 } else { false }
      }
    case .null, .bool, .date, .object: false
    }
  }
}
