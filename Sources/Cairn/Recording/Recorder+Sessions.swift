/// Sessions: every event, of any thread, is written between the first and the last event of its
/// session.
extension Recorder {
  /// The active session, in an extension that of the app; nil before its first event, and without
  /// sessions.
  package var session: Session? {
    follow()
    return state.withLock { $0.appSession.map { $0.session } ?? $0.sessions.current }
  }

  /// Handles an activity of the app, and records the session events that follow, if recording is
  /// allowed.
  package func handle(_ input: SessionMachine.Input, at moment: Moment) {
    let pass = pass(at: moment)
    if pass.refusal == nil { handle(input, at: moment, pass) }
  }

  /// Notes whether the app is in the foreground, also while recording is not allowed: events in the
  /// background begin no session.
  func setForeground(_ isInFront: Bool) {
    state.withLock { state in
      state.sessions.machine.setForeground(isInFront)
      showSession(&state)
    }
  }

  @inline(never)
  func handle(_ input: SessionMachine.Input, at moment: Moment, _ pass: ConsentStore.Pass) {
    if let beginning = SessionBeginning.current(of: self) { return begin(beginning, pass) }
    let draft = state.withLock { state in
      pass.erasures == state.erasures
        ? state.sessions.handle(input, at: moment, &state.ids) : nil
    }
    if let draft { record(draft, at: moment, pass) }
  }

  /// Begins the session whose events are being prepared on this thread, because an enricher records
  /// an event that belongs to it.
  private func begin(_ beginning: SessionBeginning, _ pass: ConsentStore.Pass) {
    let draft = beginning.draft
    let hasBegun = state.withLock { state in
      let isValid = pass.erasures == state.erasures && state.person == identity.current.person
      guard isValid, state.sessions.begin(draft) else { return false }
      showSession(&state)
      return true
    }
    beginning.begin(hasBegun)
  }

  /// Records the events that an earlier launch left, such as the end of its session.
  package func recordLeft() {
    let now = clock.now()
    let pass = pass(at: now)
    // They stay promised until recording is allowed.
    guard pass.refusal == nil else { return }
    let draft = state.withLock { $0.sessions.leftDraft }
    if let draft { record(draft, at: now, pass) }
  }

  /// Records the events of a draft; an event that was recorded just before a kill is recorded again
  /// with the same identifier.
  private func record(
    _ draft: SessionStore.Draft, at moment: Moment, _ pass: ConsentStore.Pass
  ) {
    let identity = identity.current
    let beginning = SessionBeginning(draft, of: self)
    // Prepared outside the lock, because enrichers may record as well.
    let events = prepare(draft, identity, at: moment)
    beginning.end()
    let hasBegun = beginning.hasBegun
    let written = state.withLock { state -> [Written]? in
      guard pass.erasures == state.erasures, state.person == identity.person,
        hasBegun || state.sessions.begin(draft)
      else { return nil }
      return write(events, of: draft, &state, at: moment)
    }
    reportTrouble()
    guard let written else { return }
    for (prepared, result) in zip(events, written) { finishOther(result, prepared.event) }
  }

  /// Prepares the events of a draft, and leaves out those that are refused.
  ///
  /// A refusal is counted, except one by remote settings.
  func prepare(
    _ draft: SessionStore.Draft, _ identity: Identity, at moment: Moment
  ) -> [PreparedEvent] {
    draft.events.compactMap { promised in
      var event = promised.event(by: identity)
      if gate?.refusal(of: event, at: moment.continuous) != nil { return nil }
      if let failure = prepare(&event, EventPerson(identity)) {
        refuse(failure.refusal, event.label, detail: failure.detail)
        return nil
      }
      return PreparedEvent(promised: promised, event: event)
    }
  }

  struct PreparedEvent: Sendable {
    let promised: SessionEvent
    let event: Event
  }

  /// Writes prepared events; those that the journal refuses stay promised.
  func write(
    _ events: [PreparedEvent], of draft: SessionStore.Draft, _ state: inout State,
    at moment: Moment
  ) -> [Written] {
    var written: [Written] = []
    var left: [SessionEvent] = []
    for prepared in events {
      if case .started = prepared.promised.subject { showSession(&state) }
      let result = write(prepared.event, &state, at: moment, as: prepared.promised.id)
      if result.isRefusedByJournal { left.append(prepared.promised) }
      written.append(result)
    }
    showSession(&state)
    state.trouble = state.sessions.settle(draft, leaving: left) ?? state.trouble
    return written
  }

  /// Logs an error of storing the session, outside the lock, because the log handler may record.
  @inline(never)
  func reportTrouble() {
    guard let trouble = state.withLock({ $0.trouble.take() }) else { return }
    diagnostics.report(
      .notice, "session.storage", "the next launch will not continue this session: \(trouble)")
  }

  /// Sets the campaign of later events.
  func show(_ campaign: [String: String], _ state: inout State) {
    state.sessions.machine.campaign = campaign
    showSession(&state)
  }

  func showSession() { state.withLock { showSession(&$0) } }

  func showSession(_ state: inout State) {
    guard state.preamble != nil else { return }
    let machine = state.sessions.machine
    if let appSession = state.appSession {
      state.preamble?.set(appSession.session, appSession.campaign)
    } else {
      state.preamble?.set(machine.shown, machine.campaign)
    }
    showPreamble(&state)
  }

  /// Sets the context of later events; a different context begins a segment.
  ///
  /// - Returns: Whether the context is different.
  package func set(_ context: [String: Value]) -> Bool {
    // Redacted outside the lock, because a redaction rule may call the SDK.
    guard let context = AppClosureCall.perform({ redactor.redacted(context) }) else { return false }
    return state.withLock { state in
      guard state.preamble?.set(context) == true else { return false }
      showPreamble(&state)
      return true
    }
  }

  private func showPreamble(_ state: inout State) {
    if let bytes = state.preamble?.bytes { journal.setPreamble(bytes) }
  }
}

extension Recorder.Written {
  fileprivate var isRefusedByJournal: Bool {
    guard case .success(_, let appended) = self, case .refused = appended.outcome else {
      return false
    }
    return true
  }
}
