import Cairn

extension Experiments {
  /// What a conversion is reported by; nil, with a line in the log, when nothing is reported.
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

  /// The goal, if there is one and its rules hold.
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
        "a conversion of \"\(key)\" was not recorded: its rules do not hold")
      return nil
    }
    return goal
  }

  /// The data that the service takes: numbers, text, and lists of short texts.
  func checked(_ data: [GoalDataKey: Value]) -> [GoalDataKey: Value] {
    data.filter { key, value in
      guard !value.isGoalData else { return true }
      say(
        .warning, "experiments.goalData",
        "\(key.rawValue) was left out: it is no number, text or list of texts of at most 32 characters"
      )
      return false
    }
  }

  /// First the events, then that they were told; the identifiers of the events.
  func convert(
    _ goal: Goal, by context: ExperimentContext, of document: ExperimentDocument,
    _ data: [GoalDataKey: Value],
    isForced: Bool
  ) -> [EventID] {
    let id = context.visitorID
    // Nobody's turn is waited for, nor the disk, when nothing comes of it.
    if !isForced, visitors.state(of: id).goals.contains(goal.id) { return [] }
    let events = turns.take(id) {
      let erasures = self.erasures
      let state = visitors.latestState(of: id)
      let isFirst = !state.goals.contains(goal.id)
      guard isFirst || isForced else { return [EventID]() }
      let writer = ReportWriter(document: document, visitorID: id, state: state)
      var reports: [Reported] = []
      var begun: [String] = []
      defer { endTelling(begun) }
      if isFirst {
        reports.append(report(ReportWriter.conversionName, writer.conversion(goal), &begun))
      }
      // Without the first, what is known of it is no conversion.
      if !data.isEmpty, !isFirst || reports.allSatisfy({ $0.id != nil }) {
        let details = writer.details(data, of: goal, isFirst: isFirst)
        reports.append(report(ReportWriter.conversionName, details, &begun))
      }
      // Whoever was reset meanwhile stays forgotten.
      let isThere = context.visitorID == id
      if isThere, isFirst, reports[0].isTold, !reports.contains(where: \.isWaiting) {
        visitors.change(id) { state in
          if erasures == self.erasures { state.goals.insert(goal.id) }
        }
      }
      return reports.compactMap(\.id)
    }
    if !events.isEmpty { announcer.announce(.conversion(goal: goal.key, visitorID: id)) }
    return events
  }
}

extension Value {
  /// Texts that stand alone may be longer: a transaction's identifier often is.
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
