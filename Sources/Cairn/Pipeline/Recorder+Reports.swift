/// Reports of the SDK's own products are recorded in two steps: one in which closures of the app are called, while nobody
/// holds anything, and one that calls none of them, so that a product may hold a lock of its own meanwhile.
extension Recorder {
  /// A report that has passed the app's closures.
  package struct PreparedReport: Sendable {
    fileprivate let event: Event
    fileprivate let pass: ConsentStore.Pass
  }

  /// A report that was written, or refused by the journal; `finish` must be called with it.
  package struct WrittenReport: Sendable {
    fileprivate let event: Event
    fileprivate let written: Written

    /// The identifier of its event; nil when it was refused.
    package var id: EventID? {
      guard case .success(let (id, appended)) = written, !appended.outcome.isRefused else {
        return nil
      }
      return id
    }

    /// Whether it survives the death of the process.
    package var isStored: Bool {
      guard case .success(let (_, appended)) = written, case .stored = appended.outcome else {
        return false
      }
      return true
    }
  }

  /// Prepares a report; nil when it is refused, which is counted and said.
  package func prepare(_ report: OwnReport) -> PreparedReport? {
    let moment = clock.now()
    let pass = pass(at: moment)
    let name = report.name.rawValue
    if let refusal = pass.refusal {
      refuse(refusal, name)
      return nil
    }
    let identity = identity.current
    var event = Event(report, identity: identity, milliseconds: moment.wall)
    if let refusal = gate?.refusal(of: event, at: moment.continuous) {
      // Nobody need mend it.
      state.withLock { _ = $0.tally.refuse(refusal.rawValue, "") }
      return nil
    }
    if let failure = prepare(&event, identity) {
      refuse(failure.refusal, name, detail: failure.detail)
      return nil
    }
    let isInSession = state.withLock { $0.sessions.machine.touch(moment) }
    if !isInSession { attend(.activity, at: moment, pass) }
    return PreparedReport(event: event, pass: pass)
  }

  /// Writes the report; nil when a session has to begin first, as `beginSession` does it.
  package func write(_ report: PreparedReport) -> WrittenReport? {
    let moment = clock.now()
    let written: Written? = state.withLock { state in
      guard report.pass.erasures == state.erasures else {
        return .failure(Failure(refusal: .erased))
      }
      guard state.sessions.machine.touch(moment) else { return nil }
      return write(report.event, &state, at: moment)
    }
    return written.map { WrittenReport(event: report.event, written: $0) }
  }

  /// Begins the session that a report has to be in.
  package func beginSession(for report: PreparedReport) {
    attend(.activity, at: clock.now(), report.pass)
  }

  /// Does what follows from a report that was written: syncs it, tells who waits for it, says why it was refused.
  package func finish(_ report: WrittenReport) { _ = finish(report.written, report.event) }
}

extension Appended.Outcome {
  fileprivate var isRefused: Bool { if case .refused = self { true } else { false } }
}
