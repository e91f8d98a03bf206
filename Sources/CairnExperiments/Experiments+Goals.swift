import Cairn

/// A conversion of a goal that the document contains.
struct Conversion {
  let goal: Goal
  let data: [GoalDataKey: Value]
  let isForced: Bool
  let visitorID: String
  /// The visitor's ID for reports.
  let told: String
  /// The identifiers of the user if it is the anonymous visitor; nil for another visitor.
  var identity: Recorder.IdentitySnapshot?
  /// Whether the visitor's state may still be stored; false when the visitor was reset.
  let isThere: () -> Bool
  /// The conversion before the document was available; nil for a conversion of now.
  var waiting: WaitingReport?
}

extension Experiments {
  /// Reports a conversion, or stores it until a document has its goal.
  func convert(
    _ key: String, by context: ExperimentContext, _ data: [GoalDataKey: Value],
    _ ruleData: [String: Value]?, isForced: Bool
  ) -> ConversionResult {
    guard isTrackingEnabled else {
      say(.debug, "experiments.trackingOff", "a conversion was not recorded: tracking is off")
      return ConversionResult(.trackingDisabled)
    }
    let current = keeper.current
    guard !isPreviewed(by: context, current?.document) else { return ConversionResult(.preview) }
    guard let current, let goal = current.document.goal(key: key) else {
      if let current, isFinal(current) { return refuse(unknown: key) }
      return wait(for: key, by: context, checked(data), ruleData, isForced: isForced)
    }
    guard ruleData.map(goal.accepts) ?? true else { return refuse(rulesOf: key) }
    let subject = context.subject
    let id = subject.id
    return convert(
      Conversion(
        goal: goal, data: checked(data), isForced: isForced, visitorID: id,
        told: visitors.names.told(id), identity: subject.identity,
        isThere: { context.visitorID == id }),
      of: current.document
    ).result
  }

  /// Whether a goal that this document does not contain is unknown, and not only newer than the
  /// document.
  func isFinal(_ current: CurrentDocument) -> Bool {
    current.source == .network || keeper.source == nil
  }

  func refuse(unknown key: String) -> ConversionResult {
    analytics.engine?.recorder.count(.unknownGoal)
    say(
      .warning, "experiments.unknownGoal",
      "a conversion was not recorded: the document has no goal \"\(key)\"")
    return ConversionResult(.unknownGoal)
  }

  func refuse(rulesOf key: String) -> ConversionResult {
    say(
      .debug, "experiments.goalRules",
      "a conversion of \"\(key)\" was not recorded: its rules do not match")
    return ConversionResult(.rulesNotMet)
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

  /// Records the events, then stores that they were reported; returns the result, and what is left
  /// to be done.
  func convert(
    _ conversion: Conversion, of document: ExperimentDocument
  ) -> (result: ConversionResult, rest: ConversionStore.Resolution) {
    let (id, goal) = (conversion.visitorID, conversion.goal)
    // If nothing is to be recorded, the call waits for neither the visitor's lock nor the disk.
    if !conversion.isForced, visitors.state(of: id).goals.contains(goal.id) {
      return (ConversionResult(.alreadyReported), .resolved)
    }
    let told = turn(of: id) { store -> Told? in
      let state = visitors.latestState(of: id, saying: &store.troubles)
      let isFirst = !state.goals.contains(goal.id)
      guard isFirst || conversion.isForced else { return .before }
      let writer = ReportWriter(
        document: document, visitorID: conversion.told, state: state, waiting: conversion.waiting,
        identity: conversion.identity)
      let first = isFirst ? writer.conversion(goal) : nil
      let details =
        conversion.data.isEmpty
        ? nil : writer.details(conversion.data, of: goal, isFirst: isFirst)
      guard store.holds([first, details].compactMap(\.self)) else { return nil }
      guard conversion.waiting != nil else { return tell(first, details, of: conversion, &store) }
      // The parts of a conversion that waits are recorded together, or none is when the SDK closes.
      return isClosing.withLock { isClosing in
        isClosing
          ? .reports([.refused(.closed)]) : tell(first, details, of: conversion, &store)
      }
    }
    switch told {
    case .before?: return (ConversionResult(.alreadyReported), .resolved)
    case .reports(let reports)?:
      let ids = reports.compactMap(\.id)
      // A forced conversion without data has nothing to report after the first.
      guard !ids.isEmpty else {
        let outcome: ConversionOutcome = reports.isEmpty ? .alreadyReported : .refused
        return (ConversionResult(outcome), Self.rest(of: reports))
      }
      if reports.contains(where: \.isNew) {
        broadcaster.send(.conversion(goal: goal.key, visitorID: id))
      }
      return (ConversionResult(.recorded, ids), Self.rest(of: reports))
    case nil: return (ConversionResult(.refused), .failed)
    }
  }

  /// Returns what is left to be done; a server that has switched the events off may change that.
  private static func rest(of reports: [Reported]) -> ConversionStore.Resolution {
    if reports.contains(where: { $0.refusal == .switchedOff }) { return .waits }
    return reports.allSatisfy(\.isDone) ? .resolved : .failed
  }

  /// The result of an attempt to report a conversion.
  private enum Told {
    /// The goal was reported before.
    case before
    case reports([Reported])
  }
}

extension Experiments {
  /// Returns the reports; nil if a session must begin first.
  private func tell(
    _ first: ReportTransaction.Draft?, _ details: ReportTransaction.Draft?,
    of conversion: Conversion, _ store: inout ReportTransaction
  ) -> Told? {
    let erasures = self.erasures
    var reports: [Reported] = []
    if let first {
      guard let reported = store.report(first) else { return nil }
      reports.append(reported)
    }
    // If the conversion was refused, its data is not reported either.
    if let details, reports.allSatisfy({ $0.id != nil }) {
      guard let reported = store.report(details) else { return nil }
      reports.append(reported)
    }
    // A visitor who was reset in the meantime must not be stored again.
    var isTold = first != nil && reports[0].isTold && !reports.contains(where: \.isWaiting)
    // A conversion that waits is repeated as a whole.
    if conversion.waiting != nil { isTold = isTold && reports.allSatisfy(\.isDone) }
    if conversion.isThere(), isTold {
      visitors.change(conversion.visitorID, saying: &store.troubles) { state in
        if erasures == self.erasures { state.goals.insert(CodeUnitKey(conversion.goal.id)) }
      }
    }
    return .reports(reports)
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
