/// The session of this launch, and the file in which it is stored.
///
/// The recorder's lock protects it.
package struct SessionStore: Sendable {
  /// The magic number `EVJSES1\0`.
  package static let magic: UInt64 = 0x0031_5345_534A_5645
  package static let slotSize = 16_384

  /// The maximum number of promised events that are kept; older ones are dropped when the journal
  /// refuses them for a long time.
  private static let mostLeft = 16

  /// A prepared change, and the events that belong to it.
  package struct Draft: Sendable {
    fileprivate let after: SessionMachine
    fileprivate let turn: UInt64
    package let events: [SessionEvent]

    package var session: Session { after.session }
  }

  package var machine: SessionMachine
  private var file: PersistedValue?
  private let boot: UInt64
  /// The number of the person whose sessions these are; see `Identity.person`.
  private var person: UInt64 = 0
  /// Promised events that are not recorded yet: those of an earlier launch, and those that could
  /// not be recorded when they were due.
  package private(set) var left: [SessionEvent] = []

  /// A keeper without sessions.
  package static var none: SessionStore {
    let placeholder = Session(id: EventID(high: 0, low: 0), number: 0, startedAt: 0)
    return SessionStore(
      machine: SessionMachine(timeout: nil, session: placeholder), file: nil, boot: 0)
  }

  private init(machine: SessionMachine, file: PersistedValue?, boot: UInt64) {
    self.machine = machine
    self.file = file
    self.boot = boot
  }

  /// Opens the file and continues from the state of the last launch.
  ///
  /// Without `opens` no file is touched until a session begins. A stored session of another person,
  /// which a kill or a disk error kept from being replaced, is over, and its events are discarded.
  /// Without a stored session, `initial` continues, if it has not timed out.
  // Inlined into its only caller, it would take 3 KB more.
  @inline(never)
  package init(
    _ path: String, files: any FileSystem, timeout: Milliseconds, boot: UInt64, at now: Moment,
    randomness: any Randomness, encryption: RecordEncryption = .none, person: UInt64 = 0,
    opens: Bool = true, isInFront: Bool = true, initial: InitialSession? = nil
  ) {
    var ids = EventIDGenerator(randomness)
    var file = PersistedValue(
      path, magic: Self.magic, slotSize: Self.slotSize, files: files, encryption: encryption)
    var record = opens ? file.open(SessionRecord.self) : nil
    if record == nil, opens, person == 0, let initial, initial.isActive(at: now, timeout: timeout) {
      record = SessionRecord(initial, id: ids.next(wall: initial.startedAt))
    }
    self.boot = boot
    self.file = file
    self.person = person
    guard let record else {
      let first = Session(id: ids.next(wall: now.wall), number: 1, startedAt: 0)
      machine = SessionMachine(timeout: timeout, session: first, isInFront: isInFront)
      return
    }
    guard record.person ?? 0 == person else {
      let number = record.session.number &+ (record.isOn ? 1 : 0)
      let next = Session(id: ids.next(wall: now.wall), number: number, startedAt: 0)
      machine = SessionMachine(timeout: timeout, session: next, isInFront: isInFront)
      return
    }
    machine = SessionMachine(
      record, timeout: timeout, at: now, boot: boot, isInFront: isInFront)
    left = record.promised
    if let ended = machine.endStale(at: now, next: { ids.next(wall: now.wall) }) {
      left.append(SessionEvent(id: ids.next(wall: now.wall), subject: .ended(ended)))
    }
    left = left.suffix(Self.mostLeft)
  }

  /// The error because of which the session is not stored.
  package var trouble: FileError? { file?.trouble }

  /// The active session.
  package var current: Session? { machine.isOn ? machine.session : nil }

  /// Forgets all sessions; the next session has this identifier.
  package mutating func forget(next id: EventID) {
    machine.forget(next: Session(id: id, number: 1, startedAt: 0))
    left = []
    person = 0
    file?.close()
  }

  /// A draft of the events that earlier launches left to record; nil when there are none.
  package var leftDraft: Draft? {
    left.isEmpty ? nil : Draft(after: machine, turn: machine.turn, events: left)
  }

  /// Handles an input; returns a draft when events must be recorded, to be committed with them.
  ///
  /// The draft includes the events that are left of earlier drafts.
  package mutating func handle(
    _ input: SessionMachine.Input, at now: Moment, _ ids: inout EventIDGenerator
  ) -> Draft? {
    var after = machine
    let (events, isToSave) = Self.handle(input, at: now, &after, &ids)
    guard events.isEmpty else {
      return Draft(after: after, turn: machine.turn, events: left + events)
    }
    machine = after
    if isToSave { _ = save() }
    return nil
  }

  /// Returns a draft of the end of the person's sessions, without changing anything.
  package func endDraft(at now: Moment, _ ids: inout EventIDGenerator) -> Draft {
    var after = machine
    let (events, _) = Self.handle(.reset, at: now, &after, &ids)
    return Draft(after: after, turn: machine.turn, events: left + events)
  }

  private static func handle(
    _ input: SessionMachine.Input, at now: Moment, _ machine: inout SessionMachine,
    _ ids: inout EventIDGenerator
  ) -> (events: [SessionEvent], isToSave: Bool) {
    let actions = machine.handle(input, at: now) { ids.next(wall: now.wall) }
    var events: [SessionEvent] = []
    for action in actions {
      switch action {
      case .end(let ended):
        events.append(SessionEvent(id: ids.next(wall: now.wall), subject: .ended(ended)))
      case .start(let session):
        events.append(SessionEvent(id: ids.next(wall: now.wall), subject: .started(session)))
      case .save: break
      }
    }
    return (events, actions.contains(.save))
  }

  /// Returns whether no input was handled since the draft was made.
  package func isCurrent(_ draft: Draft) -> Bool { draft.turn == machine.turn }

  /// Applies a draft and promises its events; returns false when another input was handled since it
  /// was made.
  ///
  /// After this call, the draft's events are recorded at least once, even if the process is killed,
  /// provided that the file could be written.
  package mutating func begin(_ draft: Draft) -> Bool {
    guard isCurrent(draft) else { return false }
    machine = draft.after
    left = draft.events.suffix(Self.mostLeft)
    _ = save()
    return true
  }

  /// Removes the events of a draft from the promised ones, except those in `events`; returns the
  /// error the first time storing fails.
  package mutating func settle(_ draft: Draft, leaving events: [SessionEvent]) -> FileError? {
    let done = Set(draft.events.map(\.id)).subtracting(events.map(\.id))
    left.removeAll { done.contains($0.id) }
    return save()
  }

  /// Makes the next sessions those of this person, and discards the promised events of the previous
  /// one.
  ///
  /// The change is stored only by `save`.
  package mutating func turnOver(to person: UInt64) {
    self.person = person
    left = []
    machine.campaign = [:]
  }

  /// Stores the current state; returns the error the first time storing fails.
  @discardableResult
  package mutating func save() -> FileError? {
    let record = SessionRecord(machine, boot: boot, promised: left, person: person)
    _ = file?.open()
    return file?.store(record)
  }
}
