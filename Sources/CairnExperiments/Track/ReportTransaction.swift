import Cairn
import Foundation

/// The reports of one call: prepared without the visitor's lock, written with it.
///
/// Preparing calls closures of the app (enrichers, inspectors, redaction rules), which may wait for
/// another thread that is about to take the same lock.
struct ReportTransaction {
  /// A report that is recorded if it is new.
  struct Draft {
    /// The deduplication key.
    ///
    /// For a forced report it only identifies the report within this call.
    let key: String
    /// Whether it is recorded every time.
    let isForced: Bool
    let report: SDKReport
    /// The conversion that the report completes; nil for a report of now.
    var waiting: WaitingReport?
    /// The identifiers of the user if it is the anonymous visitor; nil for another visitor.
    var identity: Recorder.IdentitySnapshot?
  }

  private enum Prepared {
    case ready(Recorder.PreparedReport)
    case refused(RecordingFailure?)
  }

  private let experiments: Experiments
  private let recorder: Recorder?
  private var prepared: [String: Prepared] = [:]
  private var reported: [String: Experiments.Reported] = [:]
  private var missing: [Draft] = []
  private var needsSession: Recorder.PreparedReport?
  private var written: [Recorder.WrittenReport] = []
  /// Messages that are logged after the visitor's lock is released.
  var troubles: [String] = []
  /// The keys of reports that this thread is already preparing in an outer call, for example when
  /// an enricher calls the context.
  private let outer: Set<String>

  init(_ experiments: Experiments) {
    self.experiments = experiments
    recorder = experiments.analytics.engine?.recorder
    outer = ThreadReports.keys
  }

  /// Returns whether all reports can be written now; missing ones are prepared by the next
  /// `prepare()`.
  mutating func holds(_ drafts: [Draft]) -> Bool {
    missing = drafts.filter { draft in
      prepared[draft.key] == nil && reported[draft.key] == nil && !outer.contains(draft.key)
        && !experiments.isWaiting(draft.key)
        && draft.waiting?.progress.reported(draft.key) == nil
    }
    return missing.isEmpty
  }

  /// Writes a report; returns nil if a session must begin first.
  ///
  /// A report that the disk does not accept stays in memory. It is neither marked as reported until
  /// it is on the disk nor recorded again in the meantime.
  mutating func report(_ draft: Draft) -> Experiments.Reported? {
    if let done = reported[draft.key] { return done }
    if let id = draft.waiting?.progress.reported(draft.key) {
      return Experiments.Reported(id: id, isTold: true)
    }
    if let found = experiments.reportedBefore(draft.key) { return note(found, of: draft) }
    if case .refused(let refusal)? = prepared[draft.key] { return .refused(refusal) }
    guard case .ready(let report)? = prepared[draft.key], let recorder else {
      return .refused(nil)
    }
    guard let result = recorder.write(report) else {
      needsSession = report
      return nil
    }
    written.append(result)
    let done = Experiments.Reported(
      id: result.id, isTold: result.isStored, isNew: true, refusal: result.refusal)
    reported[draft.key] = done
    if done.isWaiting, !draft.isForced { experiments.wait(draft.key, done.id) }
    return note(done, of: draft)
  }

  /// Notes that a part of a conversion that waited is recorded, and returns it.
  private func note(_ done: Experiments.Reported, of draft: Draft) -> Experiments.Reported {
    if done.isTold, let id = done.id { draft.waiting?.progress.note(draft.key, id) }
    return done
  }

  /// Prepares missing reports, without the visitor's lock.
  mutating func prepare() {
    if let report = needsSession { recorder?.beginSession(for: report) }
    needsSession = nil
    ThreadReports.keys.formUnion(missing.filter { !$0.isForced }.map(\.key))
    for draft in missing {
      prepared[draft.key] = prepare(draft)
    }
    missing = []
  }

  private func prepare(_ draft: Draft) -> Prepared {
    guard let recorder else { return .refused(nil) }
    guard let waiting = draft.waiting else {
      return recorder.prepare(draft.report, for: draft.identity).map(Prepared.ready)
        ?? .refused(nil)
    }
    let result = recorder.prepare(
      draft.report, completing: waiting.conversion.report, asOf: waiting.erasures)
    switch result {
    case .success(let report): return .ready(report)
    case .failure(let refusal): return .refused(refusal.reason)
    }
  }

  /// Finishes the written reports and logs messages, without the visitor's lock.
  func close() {
    ThreadReports.keys = outer
    for report in written { recorder?.finish(report) }
    experiments.visitors.report(troubles)
  }
}

/// The keys of the reports that a thread is preparing.
private enum ThreadReports {
  private static let name = "dev.cairn.experiments.reports"

  static var keys: Set<String> {
    get { Thread.current.threadDictionary[name] as? Set<String> ?? [] }
    set { Thread.current.threadDictionary[name] = newValue.isEmpty ? nil : newValue }
  }
}

extension Experiments {
  /// Calls the body with the visitor's lock until it returns a result; nil means that reports must
  /// be prepared.
  ///
  /// Other threads may change the visitor repeatedly in the meantime. After 16 attempts, reports
  /// that are not prepared are omitted until the next call.
  func turn<Result>(of id: String, _ body: (inout ReportTransaction) -> Result?) -> Result? {
    // A redaction rule may be a closure of the app, so the name is computed before the lock is
    // taken.
    let name = visitors.names.stored(id)
    var store = ReportTransaction(self)
    defer { store.close() }
    for _ in 0..<Self.mostTurns {
      if let result = turns.take(name, { body(&store) }) { return result }
      store.prepare()
    }
    return nil
  }

  private static let mostTurns = 16
}
