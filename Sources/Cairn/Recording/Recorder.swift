/// Records events: checks consent, enriches, validates, redacts, encodes, and appends to the
/// journal.
///
/// It is synchronous, and runs under one lock on the caller's thread. When `record` returns that
/// the event is stored, the event survives the death of the process. It never throws or traps, and
/// waits only for the disk and the lock.
package final class Recorder: Sendable {
  let journal: Journal
  let clock: any Clock
  let identity: IdentityStore
  let consents: ConsentStore?
  private let enrichers: [any Enricher]
  /// Whether closures of the app are called for every event.
  private let callsApp: Bool
  package let redactor: Redactor
  let inspector: EventLimitsCheck
  private let beforeRecord: (@Sendable (Event) -> Event?)?
  private let inspectors: [any EventInspector]
  let diagnostics: Diagnostics
  let superProperties: SuperPropertyStore?
  let followsAppGroup: Bool
  let state: Locked<State>
  /// Whether every event is synced before its call returns.
  let syncsEveryEvent: Bool
  /// The remote settings; nil without them.
  let gate: RemoteSettingsGate?
  /// The level of the default log; nil when the app has a log of its own.
  let logThreshold: LogThreshold?
  private let eventObserver: (@Sendable (Event) -> Void)?
  private let onAppend: @Sendable (AppendResult, EventKind) -> Void
  /// The closure that receives the anonymous identifier that another process has reset.
  let onReset = Locked<ClosureBox<@Sendable (String) -> Void>?>(nil)
  let hasReportedChangeOfUser = Locked(false)

  struct State: ~Copyable {
    static let bufferCapacity = 4_096
    var buffer = OutputBuffer(capacity: Self.bufferCapacity)
    var ids: EventIDGenerator
    var tally = RecorderTally()
    var latency = LatencyHistogram()
    var recent = RecentEvents()
    var erasures: UInt64 = 0
    /// The number of the person whose events are recorded, see `Identity.person`; an event that was
    /// made for another person is not written.
    var person: UInt64 = 0
    /// The number of events that were forgotten with their lane.
    var forgotten: UInt64 = 0
    /// The number of events of this lane without a sequence number, so that a server that does not
    /// receive them sees no gap.
    var unnumbered: UInt64 = 0
    var sessions: SessionStore
    /// The app's session, in an extension of the app.
    var appSession: AppSessionReader?
    /// The error of storing the session, until it is logged outside the lock.
    var trouble: FileError?
    /// The source of the journal's preamble; nil when it is set elsewhere.
    var preamble: Preamble?
    var registered = SuperPropertyValues()
    /// Whether each recorded event is a line of the log.
    var logsEvents = false
  }

  /// Creates a recorder; `onAppend` is called after each event with the outcome and the kind.
  package init(
    journal: Journal, clock: any Clock, randomness: any Randomness, user: User, rules: Rules,
    preamble: Preamble? = nil, diagnostics: Diagnostics,
    onAppend: @escaping @Sendable (AppendResult, EventKind) -> Void
  ) {
    self.journal = journal
    self.clock = clock
    self.diagnostics = diagnostics
    self.onAppend = onAppend
    identity = user.identity
    consents = user.consents
    superProperties = user.superProperties
    followsAppGroup = user.followsAppGroup
    enrichers = rules.enrichers
    beforeRecord = rules.beforeRecord
    inspectors = rules.inspectors
    callsApp = rules.callsApp
    redactor = rules.redactor
    inspector = EventLimitsCheck(maximumEventBytes: rules.maximumEventBytes)
    syncsEveryEvent = rules.syncsEveryEvent
    gate = rules.gate
    logThreshold = rules.logThreshold
    eventObserver = rules.eventObserver
    var state = State(
      ids: EventIDGenerator(randomness), erasures: consents?.erasure.accepted ?? 0,
      sessions: user.sessions, preamble: preamble)
    state.appSession = user.appSession
    state.registered = superProperties?.current ?? SuperPropertyValues()
    state.person = identity.current.person
    self.state = Locked(state)
    identity.observe { [weak self] identity, show in
      if let self { take(identity, show) } else { show() }
    }
    forgetLongUser()
    redactIdentity()
    redactSuperProperties()
    redactGroups()
    if followsAppGroup { followGroup(at: clock.now()) }
    showSession()
    followLogLevel()
  }

  package var tally: RecorderTally { state.withLock { $0.tally } }

  /// The latency of calls, sampled from every 32nd stored event.
  package var latency: LatencyHistogram { state.withLock { $0.latency.copy() } }
  /// Returns the entry of an event, if it is one of the last of this launch.
  package func recent(_ id: EventID) -> RecentEvents.Entry? { state.withLock { $0.recent[id] } }
  package func recent(at position: Position) -> RecentEvents.Entry? {
    state.withLock { $0.recent[position] }
  }

  /// Records a call that does not change the identity.
  ///
  /// `promised` is the event's identifier, if it was drawn before; `start` is its time, if that is
  /// not now.
  @discardableResult
  package func record(
    _ kind: EventKind, _ name: String, _ properties: [String: Value], as promised: EventID? = nil,
    from start: Instant? = nil
  ) -> RecordingResult {
    let start = start ?? clock.instant()
    let pass = pass(at: start.moment)
    if let refusal = pass.refusal {
      return RecordingResult(receipt: refuse(refusal, kind.label(of: name)), id: nil)
    }
    var isLast = false
    while true {
      var (event, person) = identity.event {
        Event(
          kind, name: name, properties: properties, identity: $0,
          milliseconds: start.moment.wall.milliseconds)
      }
      let recorded = record(&event, person, from: start, pass, as: promised, isLast: isLast)
      if let recorded { return recorded }
      isLast = true
    }
  }

  /// Counts and logs a call that is refused.
  @discardableResult
  package func refuse(
    _ refusal: RecordingFailure, _ name: String, detail: String = ""
  ) -> Receipt {
    // A refusal that the event did not cause is logged once for all names.
    let kind = refusal == .rejectedByInspector ? name + detail : refusal.isOfTheEvent ? name : ""
    let isNew = state.withLock { $0.tally.refuse(refusal, kind) }
    guard isNew else { return .refused(refusal) }
    let name = AppClosureCall.perform { redactor.text(name) } ?? RedactionAction.mark
    let sentence =
      "event \"\(name.cut(toBytes: 80))\" was not recorded: \(refusal.explanation)\(detail)"
    if refusal.isWanted || refusal == .droppedByApp {
      diagnostics.report(.notice, "event.\(refusal.rawValue)", sentence)
    } else {
      diagnostics.report(.warning, "event.\(refusal.rawValue)", sentence)
    }
    return .refused(refusal)
  }

  /// Counts a refused call that the caller logs, or that needs no fix.
  package func count(_ refusal: RecordingFailure) {
    state.withLock { _ = $0.tally.refuse(refusal, "") }
  }

  /// Returns the reason why an event with this number of bytes is refused; nil when it is not.
  package func refusal(ofLength bytes: Int) -> RecordingFailure? {
    inspector.refusal(ofLength: bytes)
  }

  @inline(never)
  private func drop(_ refusal: RecordingFailure) -> RecordingResult {
    count(refusal)
    return RecordingResult(receipt: .refused(refusal), id: nil)
  }

  /// The result of an attempt to write an event.
  enum Attempt {
    case written(Written)
    /// The event's session must begin first.
    case beforeSession
    /// The event was made for another person than the current one.
    case ofAnother
  }

  /// The maximum number of times that the person may change while an event is written for the
  /// current person.
  private static let mostOthers = 16

  /// Records an event; returns nil when the person has changed meanwhile, and the event must be
  /// made again.
  ///
  /// With `isLast`, the identifiers in the event are replaced instead.
  // The event is changed in place, and the function is not inlined, because a copy of an event
  // costs as much as writing it.
  @inline(never)
  func record(
    _ event: inout Event, _ person: EventPerson, from start: Instant, _ pass: ConsentStore.Pass,
    as promised: EventID? = nil, changing change: UserChange? = nil, isLast: Bool = false
  ) -> RecordingResult? {
    if let gate, let refusal = gate.refusal(of: event, at: start.moment.continuous) {
      // The user changes even if remote settings refuse the event.
      if let change, prepare(&event, person) == nil { apply(change, of: event, asOf: pass) }
      return drop(refusal)
    }
    if let failure = prepare(&event, person) {
      return RecordingResult(
        receipt: refuse(failure.refusal, event.label, detail: failure.detail), id: nil)
    }
    var others = 0
    var number = person.number
    while true {
      let attempt: Attempt
      switch change {
      case nil:
        attempt = state.withLock {
          self.attempt(event, number, &$0, at: start.moment, pass, as: promised)
        }
      case .user(let user):
        attempt = name(user, asOf: pass) {
          state.withLock { self.attempt(event, number, &$0, at: start.moment, pass, as: promised) }
        }
      case .group(let type):
        attempt = join(event.name, type: type) {
          self.attempt(event, number, &$0, at: start.moment, pass, as: promised)
        }
      }
      switch attempt {
      case .written(let written):
        return finish(written, event, since: start)
      // The events of the session are prepared outside the lock, as this one was.
      case .beforeSession: handle(.activity, at: start.moment, pass)
      case .ofAnother:
        guard isLast else { return nil }
        others += 1
        guard others <= Self.mostOthers else {
          return RecordingResult(receipt: refuse(.erased, event.label), id: nil)
        }
        number = readdress(&event, change)
      }
    }
  }

  @inline(__always)
  private func attempt(
    _ event: borrowing Event, _ person: UInt64, _ state: inout State, at moment: Moment,
    _ pass: ConsentStore.Pass, as promised: EventID?
  ) -> Attempt {
    // The event may contain data that was erased since.
    guard pass.erasures == state.erasures else {
      return .written(.failure(Failure(refusal: .erased)))
    }
    guard person == state.person else { return .ofAnother }
    guard state.sessions.machine.touch(moment) else { return .beforeSession }
    return .written(write(event, &state, at: moment, as: promised))
  }

  /// Prepares an event for writing; returns the reason if it must not be written.
  @inline(__always)
  func prepare(_ event: inout Event, _ person: EventPerson) -> Failure? {
    guard callsApp else {
      if !redactor.isEmpty { redact(&event, person) }
      return inspector.refusal(of: event).map { Failure(refusal: $0) }
    }
    return prepareByApp(&event, person)
  }

  @inline(never)
  private func prepareByApp(_ event: inout Event, _ person: EventPerson) -> Failure? {
    guard AppClosureCall.enter() else { return Failure(refusal: .nested) }
    defer { AppClosureCall.leave() }
    // Interactions are counted, and properties of all events must not split their counts.
    if event.kind != .interaction {
      event.keepingReport { event in for enricher in enrichers { enricher.enrich(&event) } }
      if let beforeRecord, !change(&event, beforeRecord) {
        return Failure(refusal: .droppedByApp)
      }
    }
    if !inspectors.isEmpty, let failure = issue(in: event, of: inspectors) { return failure }
    if !redactor.isEmpty { redact(&event, person) }
    return inspector.refusal(of: event).map { Failure(refusal: $0) }
  }

  private func redact(_ event: inout Event, _ person: EventPerson) {
    redactor.redact(&event, known: person.redactedUserID)
  }

  /// Completes a recording call after the event was written or refused.
  @inline(__always)
  func finish(
    _ written: Written, _ event: borrowing Event, since start: Instant? = nil
  ) -> RecordingResult {
    if event.campaign != nil { reportTrouble() }
    switch written {
    case .success(let id, let appended):
      let receipt = receipt(for: appended, event)
      if let eventObserver, receipt.isRecorded { show(event, to: eventObserver) }
      onAppend(withNeeds(appended, receipt), event.kind)
      if appended.needs.contains(.logLine) { log(event, as: id, receipt) }
      if let start { measure(appended, since: start) }
      return RecordingResult(receipt: receipt, id: receipt.isRecorded ? id : nil)
    case .failure(let failure):
      let receipt = refuse(failure.refusal, event.label, detail: failure.detail)
      return RecordingResult(receipt: receipt, id: nil)
    }
  }

  /// Passes the event to the observer, with the super properties and the groups, as it was written.
  @inline(never)
  private func show(_ event: borrowing Event, to eventObserver: (Event) -> Void) {
    var event = copy event
    if event.kind != .interaction {
      let groups = state.withLock { $0.registered.groups }
      event.context.merge(groups.context) { own, _ in own }
    }
    event.properties.merge(superProperties(of: event)) { own, _ in own }
    eventObserver(event)
  }

  private static let callsMeasured: UInt32 = 32

  @inline(__always)
  private func measure(_ appended: AppendResult, since start: Instant) {
    guard case .stored(let position) = appended.outcome,
      position.index % Self.callsMeasured == 1
    else { return }
    measure(since: start)
  }

  /// Not inlined, to keep it out of the calls that are not measured.
  @inline(never)
  private func measure(since start: Instant) {
    let nanoseconds = clock.instant().since(start)
    state.withLock { $0.latency.record(nanoseconds) }
  }

  /// The identifier and the result of the append, or the reason why the event was not written.
  // Not a `Result`: every copy of a generic type looks up its metadata.
  enum Written {
    case success(EventID, AppendResult)
    case failure(Failure)
  }

  struct Failure {
    var refusal: RecordingFailure
    var detail = ""
  }

  /// Writes an event; `promised` is its identifier, if it was drawn before.
  func write(
    _ event: borrowing Event, _ state: inout State, at moment: Moment, as promised: EventID? = nil
  ) -> Written {
    let id = promised ?? state.ids.next(wall: moment.wall)
    diagnostics.noteEcho(id.words)
    state.buffer.removeAll()
    state.buffer.appendZeros(RecordHeader.headerSize)
    EventRecord(id: id, kind: event.kind, time: moment.wall).writeHeader(
      into: &state.buffer)
    var writer = EventWriter()
    writer.write(
      event, id: id, sequence: state.tally.recorded - state.forgotten - state.unnumbered + 1,
      registered: state.registered, into: &state.buffer)
    let bytes = state.buffer.count - RecordHeader.headerSize - EventRecord.headerSize
    if let refusal = inspector.refusal(ofLength: bytes) {
      // A single huge event must not keep its memory allocated.
      state.buffer = OutputBuffer(capacity: State.bufferCapacity)
      return .failure(
        Failure(refusal: refusal, detail: " (\(bytes) of \(inspector.maximumEventBytes) bytes)"))
    }
    let before = event.campaign == nil ? [:] : state.sessions.machine.campaign
    if let campaign = event.campaign { show(campaign, &state) }
    var appended = journal.append(&state.buffer, at: moment)
    if state.logsEvents { appended.needs.insert(.logLine) }
    switch appended.outcome {
    case .refused:
      // Restores the campaign, because the event with the new one is not recorded.
      if event.campaign != nil { show(before, &state) }
      return .success(id, appended)
    case .stored(let position): state.recent.add(id, at: position)
    case .buffered: state.recent.add(id, at: nil)
    }
    if event.campaign != nil { state.trouble = state.sessions.save() ?? state.trouble }
    if event.kind == .interaction { note(appended.outcome, &state) }
    state.tally.record(writer.values)
    return .success(id, appended)
  }

  @inline(never)
  private func note(_ interaction: AppendResult.Outcome, _ state: inout State) {
    state.unnumbered += 1
    if case .stored(let position) = interaction {
      journal.marked.add(position)
    } else {
      journal.marked.lose()
    }
  }
}
