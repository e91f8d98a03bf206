/// The session of this run and the file that it is kept in.
///
/// Whoever holds the recorder's lock has it.
package struct SessionKeeper: Sendable {
  /// `EVJSES1\0`.
  package static let magic: UInt64 = 0x0031_5345_534A_5645
  package static let slotSize = 16_384

  /// So many promised events are kept at most: what a journal refuses for longer is lost, as it is counted.
  private static let mostLeft = 16

  /// A change that is ready, and the events that belong to it.
  package struct Draft: Sendable {
    fileprivate let after: SessionMachine
    fileprivate let turn: UInt64
    package let events: [SessionEvent]

    package var session: Session { after.session }
  }

  package var machine: SessionMachine
  private var file: KeptFile?
  private let boot: UInt64
  /// Whose sessions these are, as `Identity.person` says.
  private var person: UInt64 = 0
  /// What is promised and not recorded yet: an earlier run's, or what could not be recorded when it was due.
  package private(set) var left: [SessionEvent] = []

  /// No sessions.
  package static var none: SessionKeeper {
    let nobody = Session(id: EventID(high: 0, low: 0), number: 0, startedAt: 0)
    return SessionKeeper(
      machine: SessionMachine(timeout: nil, session: nobody), file: nil, boot: 0)
  }

  private init(machine: SessionMachine, file: KeptFile?, boot: UInt64) {
    self.machine = machine
    self.file = file
    self.boot = boot
  }

  /// Opens the file and goes on where the last run was.
  ///
  /// `timeout` is in milliseconds. Without `opens` no file is touched until a session begins. What another person than
  /// this one has left, because a kill or the disk kept it from being changed, is over and its events are nobody's.
  package init(
    _ path: String, files: any FileSystem, timeout: Int64, boot: UInt64, at now: Moment,
    randomness: any Randomness, vault: Vault = .none, person: UInt64 = 0, opens: Bool = true
  ) {
    var ids = EventIDGenerator(randomness)
    var file = KeptFile(
      path, magic: Self.magic, slotSize: Self.slotSize, files: files, vault: vault)
    let record = opens ? file.open(SessionRecord.self) : nil
    self.boot = boot
    self.file = file
    self.person = person
    guard let record else {
      let first = Session(id: ids.next(wall: now.wall), number: 1, startedAt: 0)
      machine = SessionMachine(timeout: timeout, session: first)
      return
    }
    guard record.person ?? 0 == person else {
      let number = record.session.number &+ (record.isOn ? 1 : 0)
      let next = Session(id: ids.next(wall: now.wall), number: number, startedAt: 0)
      machine = SessionMachine(timeout: timeout, session: next)
      return
    }
    machine = SessionMachine(record, timeout: timeout, at: now, boot: boot)
    left = record.promised
    if let ended = machine.endStale(at: now, next: { ids.next(wall: now.wall) }) {
      left.append(SessionEvent(id: ids.next(wall: now.wall), subject: .ended(ended)))
    }
    left = left.suffix(Self.mostLeft)
  }

  /// Why the session is not stored.
  package var trouble: FileError? { file?.trouble }

  /// The session that is on.
  package var current: Session? { machine.isOn ? machine.session : nil }

  /// Forgets all sessions; the first one after that bears this identifier.
  package mutating func forget(next id: EventID) {
    machine.forget(next: Session(id: id, number: 1, startedAt: 0))
    left = []
    person = 0
    file?.close()
  }

  /// What earlier runs have left to record; nil when that is nothing.
  package var leftDraft: Draft? {
    left.isEmpty ? nil : Draft(after: machine, turn: machine.turn, events: left)
  }

  /// Handles an input; what needs events recorded is a draft, to be committed with them.
  ///
  /// What is left of earlier ones is recorded with them.
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

  /// What the end of the person's sessions takes; nothing is changed by it.
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

  /// Whether nothing has happened since it was drafted.
  package func isCurrent(_ draft: Draft) -> Bool { draft.turn == machine.turn }

  /// Begins to do what was drafted, unless somebody else was quicker.
  ///
  /// From here on its events are recorded at least once, whatever becomes of the process.
  package mutating func begin(_ draft: Draft) -> Bool {
    guard isCurrent(draft) else { return false }
    machine = draft.after
    left = draft.events.suffix(Self.mostLeft)
    _ = save()
    return true
  }

  /// Of the promised events of a draft these are still to be recorded; why that could not be stored, the first time.
  package mutating func settle(_ draft: Draft, leaving events: [SessionEvent]) -> FileError? {
    let done = Set(draft.events.map(\.id)).subtracting(events.map(\.id))
    left.removeAll { done.contains($0.id) }
    return save()
  }

  /// From here on sessions are those of this person, and nothing of the last one is promised any more.
  ///
  /// Stored by `save`, and only then.
  package mutating func turnOver(to person: UInt64) {
    self.person = person
    left = []
    machine.campaign = [:]
  }

  /// Keeps what holds now; why it could not, the first time.
  @discardableResult
  package mutating func save() -> FileError? {
    let record = SessionRecord(machine, boot: boot, promised: left, person: person)
    _ = file?.open()
    return file?.store(record)
  }
}
