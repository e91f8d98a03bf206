/// Sessions: each event of any thread is written between the first and the last event of its session.
extension Recorder {
  /// The session that is on; nil before its first event, and without sessions.
  package var session: Session? { state.withLock { $0.sessions.current } }

  /// Takes in what happens to the app, and records what belongs to it, if anything may be recorded.
  package func attend(_ input: SessionMachine.Input, at moment: Moment) {
    let pass = pass(at: moment)
    if pass.refusal == nil { attend(input, at: moment, pass) }
  }

  @inline(never)
  func attend(_ input: SessionMachine.Input, at moment: Moment, _ pass: ConsentStore.Pass) {
    let draft = state.withLock { state in
      pass.erasures == state.erasures
        ? state.sessions.handle(input, at: moment, &state.ids) : nil
    }
    if let draft { record(draft, at: moment, pass) }
  }

  /// Records what an earlier run has promised or could not know: the end of its session.
  package func recordLeft() {
    let now = clock.now()
    let pass = pass(at: now)
    // It stays promised, for a run that may record it.
    guard pass.refusal == nil else { return }
    let draft = state.withLock { $0.sessions.takeLeft() }
    if let draft { record(draft, at: now, pass) }
  }

  /// An event that the process was killed behind is recorded again, under its identifier.
  private func record(
    _ draft: SessionKeeper.Draft, at moment: Moment, _ pass: ConsentStore.Pass
  ) {
    let identity = identity.current
    // Outside the lock, since enrichers may record as well.
    let events = draft.events.compactMap { promised -> Prepared? in
      var event = promised.event(by: identity)
      if gate?.refusal(of: event, at: moment.continuous) != nil { return nil }
      if let failure = prepare(&event, identity) {
        refuse(failure.refusal, event.label, detail: failure.detail)
        return nil
      }
      return Prepared(promised: promised, event: event)
    }
    let written = state.withLock { state in
      pass.erasures == state.erasures && state.sessions.begin(draft)
        ? write(events, &state, at: moment) : nil
    }
    guard let written else { return }
    for (prepared, result) in zip(events, written) { _ = finish(result, prepared.event) }
  }

  private struct Prepared: Sendable {
    let promised: SessionEvent
    let event: Event
  }

  /// What the journal does not take stays promised.
  private func write(
    _ events: [Prepared], _ state: inout State, at moment: Moment
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
    if let trouble = state.sessions.save(promising: left) { report(trouble) }
    return written
  }

  private func report(_ trouble: FileError) {
    diagnostics.report(
      .notice, "session.storage", "the next launch will not know of this session: \(trouble)")
  }

  /// From here on events are in this session, on this campaign.
  func enter(_ campaign: [String: String], _ state: inout State) {
    state.sessions.machine.campaign = campaign
    if let trouble = state.sessions.save() { report(trouble) }
    showSession(&state)
  }

  func showSession() { state.withLock { showSession(&$0) } }

  private func showSession(_ state: inout State) {
    guard state.preamble != nil else { return }
    let machine = state.sessions.machine
    state.preamble?.set(machine.exists ? machine.session : nil, machine.campaign)
    showPreamble(&state)
  }

  /// From here on events have this context; another one than before begins a segment.
  ///
  /// Whether it is another one.
  package func set(_ context: [String: Value]) -> Bool {
    state.withLock { state in
      guard state.preamble?.set(redactor.redacted(context)) == true else { return false }
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
    guard case .success(let (_, appended)) = self, case .refused = appended.outcome else {
      return false
    }
    return true
  }
}
