import Cairn
import Foundation

/// A conversion that is recorded after it waited, and the number of erasures to which it belongs.
struct WaitingReport {
  let conversion: WaitingConversion
  let erasures: UInt64
  let progress: WaitingProgress

  /// Returns a property of the event as it was stored.
  func property(_ property: ExperimentReport.Property) -> Value? {
    conversion.report.properties[property.rawValue]
  }
}

/// The events of conversions that waited and that are in the journal already, by key, so that
/// neither another attempt nor another conversion that waited records one of them again: the state
/// of a visitor who was reset does not tell.
///
/// It is kept in memory: after a launch the keys of the events tell that they are the same.
final class WaitingProgress: Sendable {
  private let events = Locked(RecentlyUsed<EventID>())

  func reported(_ key: String) -> EventID? { events.withLock { $0.use(key) } }

  func note(_ key: String, _ id: EventID) {
    events.withLock { events in
      events.set(key, id)
      if events.count > VisitorStore.most { _ = events.removeOldest() }
    }
  }

  func clear() { events.withLock { $0 = RecentlyUsed() } }
}

/// Conversions that wait for a document with their goal.
extension Experiments {
  /// The maximum time that a conversion waits.
  static let maximumWait: Milliseconds = .days(30)
  /// The number of bytes that the completion adds to an event at most.
  private static let completion = 1_024

  /// Stores a conversion until a document has its goal.
  ///
  /// The app's closures and the redaction rules process its event now, as for any other event.
  func wait(
    for goal: String, by context: ExperimentContext, _ data: [GoalDataKey: Value],
    _ ruleData: [String: Value]?, isForced: Bool
  ) -> ConversionResult {
    guard let engine = analytics.engine else { return ConversionResult(.refused) }
    let recorder = engine.recorder
    guard !engine.journal.isClosed else {
      recorder.refuse(.closed, SDKEventName.goalCompleted.rawValue)
      return ConversionResult(.refused)
    }
    let erasures = recorder.currentErasures
    let subject = context.subject
    let id = subject.id
    let told = visitors.names.told(id)
    let state = visitors.state(of: id)
    guard
      let prepared = recorder.prepare(
        draft(goal, told, data, state), for: subject.identity)
    else {
      return ConversionResult(.refused)
    }
    let report = UnfinishedReport(prepared, registered: recorder.registered)
    let transaction = ExperimentReport.Properties(report.properties).goalData[.transactionID]
    let conversion = WaitingConversion(
      id: conversions.folder.randomness.next(), goal: goal, visitor: visitors.names.stored(id),
      told: told, isAnonymous: subject.identity != nil, isForced: isForced,
      source: sourceHash, hasOwnTransaction: transaction == data[.transactionID],
      ruleData: ruleData.map { redacted($0, by: recorder) }, report: report)
    return add(conversion, recorder, asOf: erasures)
  }

  private func add(
    _ conversion: WaitingConversion, _ recorder: Recorder, asOf erasures: UInt64
  ) -> ConversionResult {
    let name = SDKEventName.goalCompleted.rawValue
    let bytes = conversion.json.count + Self.completion
    if let refusal = recorder.refusal(ofLength: bytes) {
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
    case .full where dropExpired(): return add(conversion, recorder, asOf: erasures)
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
    _ goal: String, _ visitor: String, _ data: [GoalDataKey: Value], _ state: VisitorState
  ) -> SDKReport {
    var properties = ExperimentReport.Properties()
    properties.addBucketing(of: state)
    properties.addSegments(of: state)
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
  /// Records the waiting conversions whose goals the document contains, and decides the experiences
  /// that were requested without a document.
  ///
  /// Nothing is recorded while reports are disabled, a preview is active, or consent is denied.
  /// Returns whether a conversion is left that could be recorded: another process resolves it, or
  /// the disk failed.
  func resolveWaiting() -> Bool {
    var isLeft = false
    if let current = keeper.current, mayResolve {
      for report in conversions.all where report.conversion.source == sourceHash && mayResolve {
        let outcome = conversions.resolve(report.conversion) { resolve(report, in: current) }
        isLeft = isLeft || outcome == .failed
      }
    }
    _ = dropExpired()
    if keeper.current != nil { decideRequested() }
    return isLeft
  }

  var mayResolve: Bool {
    guard let engine = analytics.engine, !engine.journal.isClosed else { return false }
    return isTrackingEnabled && !isPreview && engine.refusal == nil
  }

  private func resolve(
    _ report: WaitingReport, in current: CurrentDocument
  ) -> ConversionStore.Resolution {
    let waiting = report.conversion
    guard let goal = current.document.goal(key: waiting.goal) else {
      guard isFinal(current) else { return .waits }
      _ = refuse(unknown: waiting.goal)
      return .resolved
    }
    guard waiting.ruleData.map(goal.accepts) ?? true else {
      _ = refuse(rulesOf: waiting.goal)
      return .resolved
    }
    // The name is computed here, because a redaction rule may be a closure of the app.
    let anonymousID = analytics.anonymousID
    let isCurrent =
      !waiting.isAnonymous || visitors.names.stored(anonymousID).isIdentical(to: waiting.visitor)
    let conversion = Conversion(
      goal: goal, data: waiting.data, isForced: waiting.isForced, visitorID: waiting.visitor,
      told: waiting.told,
      isThere: { [analytics] in
        isCurrent && (!waiting.isAnonymous || analytics.anonymousID.isIdentical(to: anonymousID))
      }, waiting: report)
    // The file is removed when the events survive a loss of power, as the file does.
    let rest = convert(conversion, of: current.document).rest
    guard rest == .resolved else { return rest }
    return analytics.engine?.syncJournal() ?? true ? .resolved : .failed
  }

  /// Removes the conversions that have waited too long, which are counted and logged; returns
  /// whether there were any.
  private func dropExpired() -> Bool {
    guard let engine = analytics.engine, !engine.journal.isClosed else { return false }
    var hasDropped = false
    let now = engine.clock.now().wall
    for conversion in conversions.all.map(\.conversion)
    where now - conversion.time > Self.maximumWait {
      conversions.resolve(conversion) {
        engine.recorder.refuse(.documentMissing, SDKEventName.goalCompleted.rawValue)
        hasDropped = true
        return .resolved
      }
    }
    return hasDropped
  }

  /// The hash of what identifies the project of the document's source: a conversion of one project
  /// must not be reported to another one.
  ///
  /// The environment can change, and so can the path of an app's container.
  private var sourceHash: String {
    let project =
      switch keeper.source {
      case let source as HTTPExperimentSource: source.key
      case let source as FileExperimentSource: source.url.lastPathComponent
      case let source: source?.name ?? ""
      }
    return Hex.text(XXH64.hash(Array(project.utf8), seed: 0))
  }

  private func redacted(_ data: [String: Value], by recorder: Recorder) -> [String: Value] {
    AppClosureCall.perform { recorder.redactor.redacted(properties: data) } ?? [:]
  }
}
