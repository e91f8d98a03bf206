/// Recording of reports of the SDK's own products, in two steps.
///
/// The first step calls closures of the app, while no lock is held. The second step calls none, so
/// that a product may hold a lock of its own during it.
extension Recorder {
  /// A report that the app's closures have processed.
  package struct PreparedReport: Sendable {
    let event: Event
    fileprivate let pass: ConsentStore.Pass
    /// Whether the event has the super properties of an earlier time.
    fileprivate var isCompleted = false
  }

  /// A report that was written, or refused by the journal; `finish` must be called with it.
  package struct WrittenReport: Sendable {
    fileprivate let event: Event
    fileprivate let written: Written

    /// The identifier of the report's event; nil when it was refused.
    package var id: EventID? {
      guard case .success(let id, let appended) = written, !appended.outcome.isRefused else {
        return nil
      }
      return id
    }

    /// Whether the report survives the death of the process.
    package var isStored: Bool {
      guard case .success(_, let appended) = written, case .stored = appended.outcome else {
        return false
      }
      return true
    }

    /// The reason for which the event itself was refused; nil if it was not.
    package var refusal: RecordingFailure? {
      guard case .failure(let failure) = written else { return nil }
      return failure.refusal
    }
  }

  /// The identifiers of a user, and the number of erasures when they were read.
  package struct IdentitySnapshot: Sendable {
    package let identity: Identity
    package let erasures: UInt64
  }

  /// The identifiers of the current user, which belong together.
  package var identitySnapshot: IdentitySnapshot {
    let erasures = currentErasures
    return IdentitySnapshot(identity: identity.current, erasures: erasures)
  }

  /// Prepares a report; nil when it is refused, which is counted and logged.
  ///
  /// `snapshot` is the user for whom the report was made; nil for the current one.
  package func prepare(_ report: SDKReport, for snapshot: IdentitySnapshot? = nil)
    -> PreparedReport?
  {
    let moment = clock.now()
    let pass = pass(at: moment)
    let name = report.name.rawValue
    let isErased = snapshot.map { $0.erasures != pass.erasures } ?? false
    if let refusal = isErased ? .erased : pass.refusal {
      refuse(refusal, name)
      return nil
    }
    let identity = snapshot?.identity ?? identity.current
    var event = Event(report, identity: identity, milliseconds: moment.wall.milliseconds)
    if let refusal = gate?.refusal(of: event, at: moment.continuous) {
      count(refusal)
      return nil
    }
    if let failure = prepare(&event, EventPerson(identity)) {
      refuse(failure.refusal, name, detail: failure.detail)
      return nil
    }
    return prepared(event, at: moment, pass)
  }

  /// Prepares a report of which the app's closures have processed an earlier part.
  ///
  /// No enricher and no inspector is called. `erasures` is the number of erasures when the earlier
  /// part was read: after another one the report is refused. A refusal is counted, except
  /// `switchedOff`: the caller keeps the earlier part.
  package func prepare(
    _ report: SDKReport, completing unfinished: UnfinishedReport, asOf erasures: UInt64
  ) -> Result<PreparedReport, RecordingRefusal> {
    let moment = clock.now()
    let pass = pass(at: moment)
    let refusal = pass.erasures == erasures ? pass.refusal : .erased
    if let refusal {
      refuse(refusal, report.name.rawValue)
      return .failure(RecordingRefusal(reason: refusal))
    }
    let event = unfinished.completed(with: report, redactor)
    if let refusal = gate?.refusal(of: event, at: moment.continuous) {
      if refusal != .switchedOff { count(refusal) }
      return .failure(RecordingRefusal(reason: refusal))
    }
    var report = prepared(event, at: moment, pass)
    report.isCompleted = true
    return .success(report)
  }

  /// The reason why a report is not recorded.
  package struct RecordingRefusal: Error {
    package let reason: RecordingFailure
  }

  /// The super properties and the groups of now, for a report that is completed later.
  package var registered: SuperPropertyValues { state.withLock { $0.registered } }

  private func prepared(
    _ event: Event, at moment: Moment, _ pass: ConsentStore.Pass
  ) -> PreparedReport {
    let isInSession = state.withLock { $0.sessions.machine.touch(moment) }
    if !isInSession { handle(.activity, at: moment, pass) }
    return PreparedReport(event: event, pass: pass)
  }

  /// Writes the report; nil when a session must be begun first with `beginSession`.
  package func write(_ report: PreparedReport) -> WrittenReport? {
    let moment = clock.now()
    let written: Written? = state.withLock { state in
      guard report.pass.erasures == state.erasures else {
        return .failure(Failure(refusal: .erased))
      }
      guard state.sessions.machine.touch(moment) else { return nil }
      let registered = state.registered
      if report.isCompleted { state.registered = SuperPropertyValues() }
      defer { state.registered = registered }
      return write(report.event, &state, at: moment)
    }
    return written.map { WrittenReport(event: report.event, written: $0) }
  }

  /// Begins the session to which a report must belong.
  package func beginSession(for report: PreparedReport) {
    handle(.activity, at: clock.now(), report.pass)
  }

  /// Completes a report that was written: syncs it, notifies waiting destinations, or logs the
  /// refusal.
  package func finish(_ report: WrittenReport) { finishOther(report.written, report.event) }
}

extension AppendResult.Outcome {
  fileprivate var isRefused: Bool { if case .refused = self { true } else { false } }
}
