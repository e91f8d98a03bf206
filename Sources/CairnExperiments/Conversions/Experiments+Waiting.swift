import Cairn

/// A conversion that is recorded after it waited, and the number of erasures to which it belongs.
struct WaitingReport {
  let conversion: WaitingConversion
  let erasures: UInt64
}

/// Conversions that wait for a document with their goal.
extension Experiments {
  /// The maximum time that a conversion waits.
  static let longestWait: Milliseconds = .days(30)

  /// Stores a conversion until a document has its goal.
  ///
  /// The app's closures and the redaction rules process its event now, as for any other event.
  func wait(
    for goal: String, by context: ExperimentContext, _ data: [GoalDataKey: Value],
    _ ruleData: [String: Value]?, isForced: Bool
  ) -> ConversionResult {
    guard let recorder = analytics.engine?.recorder else { return ConversionResult(.refused) }
    let erasures = self.erasures
    let id = context.visitorID
    let told = visitors.names.told(id)
    guard let prepared = recorder.prepare(draft(goal, told, data)) else {
      return ConversionResult(.refused)
    }
    let conversion = WaitingConversion(
      id: conversions.folder.randomness.next(), goal: goal, visitor: visitors.names.stored(id),
      told: told, isAnonymous: id.isIdentical(to: analytics.anonymousID), isForced: isForced,
      ruleData: ruleData.map { recorder.redactor.redacted($0) }, report: UnfinishedReport(prepared))
    return add(conversion, recorder, asOf: erasures)
  }

  private func add(
    _ conversion: WaitingConversion, _ recorder: Recorder, asOf erasures: UInt64
  ) -> ConversionResult {
    let name = SDKEventName.goalCompleted.rawValue
    if let refusal = recorder.refusal(ofLength: conversion.json.count) {
      recorder.refuse(refusal, name)
      return ConversionResult(.refused)
    }
    switch conversions.add(conversion, asOf: erasures) {
    case .added:
      say(
        .debug, "experiments.waiting",
        "a conversion of \"\(conversion.goal)\" waits for a document with this goal")
      // The document may have become available meanwhile.
      if keeper.current?.document.goal(key: conversion.goal) != nil { resolveInBackground() }
      return ConversionResult(.waitsForDocument)
    case .known: return ConversionResult(.alreadyReported)
    case .full:
      recorder.refuse(.tooManyWaiting, name)
      return ConversionResult(.refused)
    case .erased:
      recorder.refuse(.erased, name)
      return ConversionResult(.refused)
    }
  }

  /// Returns the report of a conversion as far as it is known without a document.
  private func draft(
    _ goal: String, _ visitor: String, _ data: [GoalDataKey: Value]
  ) -> SDKReport {
    var properties = ExperimentReport.Properties()
    properties[.visitorID] = .string(visitor)
    properties[.goalKey] = .string(goal)
    if !data.isEmpty {
      let members = data.map { ($0.key.rawValue, $0.value) }
      properties[.goalData] = .object(Dictionary(members, uniquingKeysWith: { $1 }))
    }
    let mark = ExperimentReport.Mark.conversion
    return SDKReport(
      mark.rawValue, mark.name, properties.all, names: ExperimentReport.Property.names,
      settled: ExperimentReport.Property.identifiers)
  }
}

extension Experiments {
  /// Resolves on another thread what waits for a document, if anything does.
  func resolveInBackground() {
    guard conversions.count > 0 || !requested.withLock({ $0.isEmpty }) else { return }
    let isFirst = resolution.withLock { $0.request() }
    guard isFirst else { return }
    Task.detached(priority: .utility) { [weak self] in
      // The object stays until this ends, so that no caller waits for ever.
      guard let self else { return }
      while true {
        self.resolveWaiting()
        guard let waiting = self.resolution.withLock({ $0.finish() }) else { continue }
        for waiter in waiting { waiter.resume() }
        return
      }
    }
  }

  /// Waits until no conversions are being resolved.
  package func resolved() async {
    await withCheckedContinuation { waiter in
      if !resolution.withLock({ $0.wait(waiter) }) { waiter.resume() }
    }
  }

  /// Records the waiting conversions whose goals the document contains, and then decides the
  /// experiences that were requested without a document.
  ///
  /// The order keeps variations that no visitor has seen out of the conversions.
  func resolveWaiting() {
    guard let current = keeper.current else { return }
    // What is refused now is recorded later.
    if let engine = analytics.engine, engine.refusal == nil {
      let (waiting, erasures) = conversions.all
      for conversion in waiting {
        let report = WaitingReport(conversion: conversion, erasures: erasures)
        conversions.resolve(conversion) { resolve(report, in: current) }
      }
    }
    decideRequested()
  }

  /// Returns whether the conversion does not wait any longer.
  private func resolve(_ report: WaitingReport, in current: CurrentDocument) -> Bool {
    let waiting = report.conversion
    guard let goal = current.document.goal(key: waiting.goal) else {
      if isFinal(current) {
        _ = refuse(unknown: waiting.goal)
        return true
      }
      return isExpired(waiting)
    }
    if isExpired(waiting) { return true }
    guard waiting.ruleData.map(goal.accepts) ?? true else {
      _ = refuse(rulesOf: waiting.goal)
      return true
    }
    let conversion = Conversion(
      goal: goal, data: waiting.data, isForced: waiting.isForced, visitorID: waiting.visitor,
      told: waiting.told,
      isThere: { [self] in
        !waiting.isAnonymous
          || visitors.names.stored(analytics.anonymousID).isIdentical(to: waiting.visitor)
      }, waiting: report)
    return convert(conversion, of: current.document).isStored
  }

  /// Returns whether the conversion has waited too long, which is counted and logged.
  private func isExpired(_ waiting: WaitingConversion) -> Bool {
    guard let engine = analytics.engine,
      engine.clock.now().wall - waiting.time > Self.longestWait
    else { return false }
    engine.recorder.refuse(.documentMissing, SDKEventName.goalCompleted.rawValue)
    return true
  }
}

/// Whether waiting conversions are being resolved, and whether that was requested again meanwhile.
struct Resolution {
  private var isRunning = false
  private var isRequested = false
  /// The callers that wait for the end.
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Returns whether the caller has to begin.
  mutating func request() -> Bool {
    isRequested = isRunning
    defer { isRunning = true }
    return !isRunning
  }

  /// Ends and returns the callers that wait; nil when it was requested again and must be repeated.
  mutating func finish() -> [CheckedContinuation<Void, Never>]? {
    if isRequested {
      isRequested = false
      return nil
    }
    isRunning = false
    defer { waiting = [] }
    return waiting
  }

  /// Adds a caller; returns false when nothing is being resolved.
  mutating func wait(_ waiter: CheckedContinuation<Void, Never>) -> Bool {
    if isRunning { waiting.append(waiter) }
    return isRunning
  }
}
