/// Stages 1 to 4: capture, enrich, inspect, journal.
///
/// Synchronous, under one lock, on the caller's thread.
///
/// When `record` returns that the event is stored, it survives the death of the process. It never throws or traps, and
/// waits for nobody but the disk.
package final class Recorder: Sendable {
  let journal: Journal
  let clock: any Clock
  let identity: IdentityStore
  let consents: ConsentStore?
  private let enrichers: [any Enricher]
  /// Whether the app's own closures look at every event.
  private let callsApp: Bool
  package let redactor: Redactor
  let inspector: Inspector
  private let inspectors: [any EventInspector]
  let diagnostics: Diagnostics
  let superProperties: SuperPropertyStore?
  let state: Locked<State>
  /// Whether every event is synced before its call returns.
  private let syncsEveryEvent: Bool
  /// Nil without remote settings.
  let gate: RemoteGate?
  private let witness: (@Sendable (Event) -> Void)?
  private let onAppend: @Sendable (Appended, EventKind) -> Void
  /// Is told who was forgotten by another process.
  let onReset = Locked<Closure<@Sendable (String) -> Void>?>(nil)

  struct State: ~Copyable {
    static let bufferCapacity = 4_096
    var buffer = OutputBuffer(capacity: Self.bufferCapacity)
    var ids: EventIDGenerator
    var tally = RecorderTally()
    var latency = LatencyHistogram()
    var recent = RecentEvents()
    var erasures: UInt64 = 0
    /// Whose events are recorded, as `Identity.person` says: one that was made for another person is not written.
    var person: UInt64 = 0
    /// How many events were forgotten with the lane that they were in.
    var forgotten: UInt64 = 0
    /// How many of this lane have no number: a server that gets none of them shall not miss them.
    var unnumbered: UInt64 = 0
    var sessions: SessionKeeper
    /// Why the session could not be stored, until it is said, which is not done under the lock.
    var trouble: FileError?
    /// Nil when somebody else sets the journal's.
    var preamble: Preamble?
    var registered = RegisteredProperties()
  }

  package init(
    journal: Journal, clock: any Clock, randomness: any Randomness, identity: IdentityStore,
    consents: ConsentStore? = nil, enrichers: [any Enricher], inspectors: [any EventInspector] = [],
    redactor: Redactor = Redactor(),
    maximumEventBytes: Int, syncsEveryEvent: Bool, diagnostics: Diagnostics,
    sessions: SessionKeeper = .none, preamble: Preamble? = nil,
    superProperties: SuperPropertyStore? = nil, gate: RemoteGate? = nil,
    witness: (@Sendable (Event) -> Void)? = nil,
    onAppend: @escaping @Sendable (Appended, EventKind) -> Void
  ) {
    self.journal = journal
    self.clock = clock
    self.identity = identity
    self.consents = consents
    self.enrichers = enrichers
    callsApp = !enrichers.isEmpty || !inspectors.isEmpty || redactor.callsApp
    self.redactor = redactor
    inspector = Inspector(maximumEventBytes: maximumEventBytes)
    self.inspectors = inspectors
    self.syncsEveryEvent = syncsEveryEvent
    self.diagnostics = diagnostics
    self.gate = gate
    self.witness = witness
    self.onAppend = onAppend
    self.superProperties = superProperties
    var state = State(
      ids: EventIDGenerator(randomness), erasures: consents?.accepted ?? 0, sessions: sessions,
      preamble: preamble)
    state.registered = superProperties?.current ?? RegisteredProperties()
    state.person = identity.current.person
    self.state = Locked(state)
    identity.observe { [weak self] identity, show in
      if let self { take(identity, show) } else { show() }
    }
    forgetLongUser()
    redactIdentity()
    redactSuperProperties()
    showSession()
  }

  package var tally: RecorderTally { state.withLock { $0.tally } }

  /// How long calls take, by one in so many of those that were stored.
  package var latency: LatencyHistogram { state.withLock { $0.latency.copy() } }
  /// What is known of an event, if it is one of the last of this run.
  package func recent(_ id: EventID) -> RecentEvents.Entry? { state.withLock { $0.recent[id] } }
  package func recent(at position: Position) -> RecentEvents.Entry? {
    state.withLock { $0.recent[position] }
  }

  package var anonymousID: String { identity.current.anonymousID }
  package var userID: String? { identity.current.userID }

  /// Records a call that leaves the identity as it is.
  ///
  /// `promised` is the event's identifier, if it was drawn before.
  @discardableResult
  package func record(
    _ kind: EventKind, _ name: String, _ properties: [String: Value], as promised: EventID? = nil
  ) -> Recorded {
    let start = clock.instant()
    let pass = pass(at: start.moment)
    if let refusal = pass.refusal {
      return Recorded(receipt: refuse(refusal, kind.label(of: name)), id: nil)
    }
    var isLast = false
    while true {
      let identity = identity.current
      var event = Event(
        kind, name: name, properties: properties, identity: identity,
        milliseconds: start.moment.wall)
      let recorded = record(&event, identity, from: start, pass, as: promised, isLast: isLast)
      if let recorded { return recorded }
      isLast = true
    }
  }

  /// Counts and logs an event that never became one.
  @discardableResult
  package func refuse(
    _ refusal: Refusal, _ name: String, detail: String = ""
  ) -> Receipt {
    // What is no fault of the event is said once, whatever the events' names.
    let kind = refusal == .objected ? name + detail : refusal.isOfTheEvent ? name : ""
    let isNew = state.withLock { $0.tally.refuse(refusal.rawValue, kind) }
    guard isNew else { return .dropped(refusal) }
    let name = AppCall.perform { redactor.text(name) } ?? RedactionAction.mark
    let sentence =
      "event \"\(name.cut(toBytes: 80))\" was not recorded: \(refusal.explanation)\(detail)"
    if refusal.isWanted {
      diagnostics.report(.notice, "event.\(refusal.rawValue)", sentence)
    } else {
      diagnostics.report(.warning, "event.\(refusal.rawValue)", sentence)
    }
    return .dropped(refusal)
  }

  /// Counts an event that is not wanted, which nobody need mend.
  @inline(never)
  private func drop(_ refusal: Refusal) -> Recorded {
    state.withLock { _ = $0.tally.refuse(refusal.rawValue, "") }
    return Recorded(receipt: .dropped(refusal), id: nil)
  }

  /// What came of trying to write an event.
  enum Attempt {
    case written(Written)
    /// Its session has to begin first.
    case beforeSession
    /// It was made for another person than who is recorded now.
    case ofAnother
  }

  /// How often another person may come in the way of an event that is written for whoever is there.
  private static let mostOthers = 16

  /// Nil when the person has changed meanwhile: the event is to be made anew.
  ///
  /// With `isLast` it is not: what it says of the person is replaced then. `naming` is who the user is from this event on.
  // In place: a copy of an event costs as much as writing it.
  func record(
    _ event: inout Event, _ identity: Identity, from start: Instant, _ pass: ConsentStore.Pass,
    as promised: EventID? = nil, naming: Naming? = nil, isLast: Bool = false
  ) -> Recorded? {
    if let gate, let refusal = gate.refusal(of: event, at: start.moment.continuous) {
      // A server that does not want the event does not say that the user is another one.
      if let naming, prepare(&event, identity) == nil { name(naming, asOf: pass) }
      return drop(refusal)
    }
    if let failure = prepare(&event, identity) {
      return Recorded(
        receipt: refuse(failure.refusal, event.label, detail: failure.detail), id: nil)
    }
    var others = 0
    var person = identity.person
    while true {
      let attempt: Attempt
      if let naming {
        attempt = name(naming, asOf: pass) {
          state.withLock { self.attempt(event, person, &$0, at: start.moment, pass, as: promised) }
        }
      } else {
        attempt = state.withLock {
          self.attempt(event, person, &$0, at: start.moment, pass, as: promised)
        }
      }
      switch attempt {
      case .written(let written):
        let recorded = finish(written, event)
        if case .success(let (_, appended)) = written { measure(appended, since: start) }
        return recorded
      // Its events are prepared outside the lock as this one was.
      case .beforeSession: attend(.activity, at: start.moment, pass)
      case .ofAnother:
        guard isLast else { return nil }
        others += 1
        guard others <= Self.mostOthers else {
          return Recorded(receipt: refuse(.erased, event.label), id: nil)
        }
        person = readdress(&event, naming)
      }
    }
  }

  @inline(__always)
  private func attempt(
    _ event: borrowing Event, _ person: UInt64, _ state: inout State, at moment: Moment,
    _ pass: ConsentStore.Pass, as promised: EventID?
  ) -> Attempt {
    // It holds what was erased since.
    guard pass.erasures == state.erasures else {
      return .written(.failure(Failure(refusal: .erased)))
    }
    guard person == state.person else { return .ofAnother }
    guard state.sessions.machine.touch(moment) else { return .beforeSession }
    return .written(write(event, &state, at: moment, as: promised))
  }

  /// What is done to every event before it is written; why it must not be.
  @inline(__always)
  func prepare(_ event: inout Event, _ identity: Identity) -> Failure? {
    guard callsApp else {
      if !redactor.isEmpty { redact(&event, identity) }
      return inspector.refusal(of: event).map { Failure(refusal: $0) }
    }
    return prepareByApp(&event, identity)
  }

  @inline(never)
  private func prepareByApp(_ event: inout Event, _ identity: Identity) -> Failure? {
    guard AppCall.enter() else { return Failure(refusal: .nested) }
    defer { AppCall.leave() }
    // What is counted is what was done, and nothing that is said about everything.
    if event.kind != .interaction {
      event.keepingReport { event in for enricher in enrichers { enricher.enrich(&event) } }
    }
    if !inspectors.isEmpty, let failure = objection(to: event, of: inspectors) { return failure }
    if !redactor.isEmpty { redact(&event, identity) }
    return inspector.refusal(of: event).map { Failure(refusal: $0) }
  }

  private func redact(_ event: inout Event, _ identity: Identity) {
    redactor.redact(&event, known: identity.isRedacted ? identity.userID : nil)
  }

  /// What is done about an event after it was written, or was not.
  @inline(__always)
  func finish(_ written: Written, _ event: borrowing Event) -> Recorded {
    if event.campaign != nil { reportTrouble() }
    switch written {
    case .success(let (id, appended)):
      let receipt = receipt(for: appended, event.label)
      if let witness, receipt.isRecorded { show(event, to: witness) }
      onAppend(withNeeds(appended, receipt), event.kind)
      return Recorded(receipt: receipt, id: receipt.isRecorded ? id : nil)
    case .failure(let failure):
      let receipt = refuse(failure.refusal, event.label, detail: failure.detail)
      return Recorded(receipt: receipt, id: nil)
    }
  }

  /// With what was registered for all events, as it was written.
  @inline(never)
  private func show(_ event: borrowing Event, to witness: (Event) -> Void) {
    var event = copy event
    let registered = state.withLock { $0.registered }
    if !registered.isEmpty, event.kind == .track || event.kind == .screen {
      let reserved = event.report?.names ?? []
      event.properties.merge(registered.values.filter { !reserved.contains($0.key) }) { own, _ in
        own
      }
    }
    witness(event)
  }

  private static let callsMeasured: UInt32 = 32

  @inline(__always)
  private func measure(_ appended: Appended, since start: Instant) {
    guard case .stored(let position) = appended.outcome,
      position.index % Self.callsMeasured == 1
    else { return }
    measure(since: start)
  }

  /// Not in the way of the calls that are not measured.
  @inline(never)
  private func measure(since start: Instant) {
    let nanoseconds = clock.instant().since(start)
    state.withLock { $0.latency.record(nanoseconds) }
  }

  /// An event's identifier and place, or why it was not written.
  typealias Written = Result<(EventID, Appended), Failure>

  struct Failure: Error {
    var refusal: Refusal
    var detail = ""
  }

  /// `promised` is its identifier, if it was drawn before.
  func write(
    _ event: borrowing Event, _ state: inout State, at moment: Moment, as promised: EventID? = nil
  ) -> Written {
    let id = promised ?? state.ids.next(wall: moment.wall)
    diagnostics.noteEcho(id.words)
    state.buffer.removeAll()
    state.buffer.appendZeros(Frame.headerSize)
    EventRecord(id: id, kind: event.kind, milliseconds: moment.wall).writeHeader(
      into: &state.buffer)
    var writer = EventWriter()
    writer.write(
      event, id: id, sequence: state.tally.recorded - state.forgotten - state.unnumbered + 1,
      registered: state.registered, into: &state.buffer)
    let bytes = state.buffer.count - Frame.headerSize - EventRecord.headerSize
    if let refusal = inspector.refusal(ofLength: bytes) {
      // One huge event shall not hold its memory for ever.
      state.buffer = OutputBuffer(capacity: State.bufferCapacity)
      return .failure(
        Failure(refusal: refusal, detail: " (\(bytes) of \(inspector.maximumEventBytes) bytes)"))
    }
    let before = event.campaign == nil ? [:] : state.sessions.machine.campaign
    if let campaign = event.campaign { show(campaign, &state) }
    let appended = journal.append(&state.buffer, at: moment)
    switch appended.outcome {
    case .refused:
      // Later events are not of a campaign whose link nobody will see.
      if event.campaign != nil { show(before, &state) }
      return .success((id, appended))
    case .stored(let position): state.recent.add(id, at: position)
    case .buffered: state.recent.add(id, at: nil)
    }
    if event.campaign != nil { state.trouble = state.sessions.save() ?? state.trouble }
    if event.kind == .interaction { note(appended.outcome, &state) }
    state.tally.record(writer.values)
    return .success((id, appended))
  }

  @inline(never)
  private func note(_ interaction: Appended.Outcome, _ state: inout State) {
    state.unnumbered += 1
    if case .stored(let position) = interaction {
      journal.interactions.add(position)
    } else {
      journal.interactions.lose()
    }
  }

  private func receipt(for appended: Appended, _ name: String) -> Receipt {
    switch appended.outcome {
    case .stored(let position):
      return syncsEveryEvent && !isSynced(appended.ticket)
        ? .buffered(.notDurable) : .stored(position)
    case .buffered(let problem): return .buffered(problem)
    case .refused(.tooLarge, _): return refuse(.tooLarge, name)
    case .refused(.full, _): return refuse(.journalFull, name)
    case .refused(.closed, _): return refuse(.closed, name)
    case .refused(_, let problem):
      return refuse(.storageFailed, name, detail: problem.map { " (\($0.rawValue))" } ?? "")
    }
  }

  /// What was synced for its caller needs no other sync.
  private func withNeeds(_ appended: Appended, _ receipt: Receipt) -> Appended {
    guard syncsEveryEvent, case .stored = receipt else { return appended }
    var synced = appended
    synced.needs.subtract([.sync, .syncNow])
    return synced
  }

  /// Outside the lock, so that the threads that record meanwhile share the next sync.
  private func isSynced(_ ticket: UInt64) -> Bool {
    do throws(JournalError) {
      try journal.sync(for: ticket)
      return true
    } catch {
      diagnostics.report(.error, "journal.sync", "\(error)")
      return false
    }
  }
}
