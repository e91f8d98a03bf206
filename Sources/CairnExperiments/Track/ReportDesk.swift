import Cairn
import Foundation

/// The reports of one call: prepared while nobody's turn is taken, written within the visitor's.
///
/// What prepares them are closures of the app (enrichers, inspectors, rules of redaction), which may wait for another thread
/// that is about to take the same turn.
struct ReportDesk {
  /// A report that is to be recorded if it is new.
  struct Draft {
    /// Equal for what must be counted once; of one that is forced it names it in this call alone.
    let key: String
    /// Whether it is recorded every time.
    let isForced: Bool
    let report: OwnReport
  }

  private enum Prepared {
    case ready(Recorder.PreparedReport)
    case refused
  }

  private let experiments: Experiments
  private let recorder: Recorder?
  private var prepared: [String: Prepared] = [:]
  private var reported: [String: Experiments.Reported] = [:]
  private var missing: [Draft] = []
  private var needsSession: Recorder.PreparedReport?
  private var written: [Recorder.WrittenReport] = []
  /// What is to be said when nobody's turn is taken any more.
  var troubles: [String] = []
  /// Keys of what this thread prepares already, further out: an enricher may ask.
  private let outer: Set<String>

  init(_ experiments: Experiments) {
    self.experiments = experiments
    recorder = experiments.analytics.engine?.recorder
    outer = ThreadReports.keys
  }

  /// Whether all of them can be written now; those that cannot are prepared before the next turn.
  mutating func holds(_ drafts: [Draft]) -> Bool {
    missing = drafts.filter { draft in
      prepared[draft.key] == nil && reported[draft.key] == nil && !outer.contains(draft.key)
        && !experiments.isWaiting(draft.key)
    }
    return missing.isEmpty
  }

  /// Writes a report; nil when a session has to begin first.
  ///
  /// What the disk does not take waits in memory, and is not remembered as told before the disk has it; nor is it recorded
  /// again meanwhile.
  mutating func report(_ draft: Draft) -> Experiments.Reported? {
    if let done = reported[draft.key] { return done }
    if let found = experiments.reportedBefore(draft.key) { return found }
    guard case .ready(let report)? = prepared[draft.key], let recorder else { return .refused }
    guard let result = recorder.write(report) else {
      needsSession = report
      return nil
    }
    written.append(result)
    let done = Experiments.Reported(id: result.id, isTold: result.isStored)
    reported[draft.key] = done
    if done.isWaiting, !draft.isForced { experiments.wait(draft.key, done.id) }
    return done
  }

  /// Does what a turn was left for, outside of it.
  mutating func prepare() {
    if let report = needsSession { recorder?.beginSession(for: report) }
    needsSession = nil
    ThreadReports.keys.formUnion(missing.filter { !$0.isForced }.map(\.key))
    for draft in missing {
      prepared[draft.key] = recorder?.prepare(draft.report).map(Prepared.ready) ?? .refused
    }
    missing = []
  }

  /// Does what follows from what was written, outside of the turn.
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
  /// Takes a visitor's turn as often as the body needs: nil from it means that something is to be prepared first.
  ///
  /// Others may change the visitor again and again meanwhile; in the end what is not prepared is not reported, until the
  /// next call.
  func turn<Result>(of id: String, _ body: (inout ReportDesk) -> Result?) -> Result? {
    // A rule of redaction may be a closure of the app: from here on the name is known.
    _ = visitors.names.told(id)
    var desk = ReportDesk(self)
    defer { desk.close() }
    for _ in 0..<Self.mostTurns {
      if let result = turns.take(id, { body(&desk) }) { return result }
      desk.prepare()
    }
    return nil
  }

  private static let mostTurns = 16
}
