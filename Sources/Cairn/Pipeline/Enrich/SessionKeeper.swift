/// The session of this run and the file that it is kept in.
///
/// Whoever holds the recorder's lock has it.
package struct SessionKeeper: Sendable {
  /// `EVJSES1\0`.
  package static let magic: UInt64 = 0x0031_5345_534A_5645
  package static let slotSize = 16_384

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
  /// What an earlier run has promised, and its session's end.
  private var left: [SessionEvent] = []

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
  /// `timeout` is in milliseconds. Without `opens` no file is touched until a session begins.
  package init(
    _ path: String, files: any FileSystem, timeout: Int64, boot: UInt64, at now: Moment,
    randomness: any Randomness, vault: Vault = .none, opens: Bool = true
  ) {
    var ids = EventIDGenerator(randomness)
    var file = KeptFile(
      path, magic: Self.magic, slotSize: Self.slotSize, files: files, vault: vault)
    let record = opens ? file.open(SessionRecord.self) : nil
    self.boot = boot
    self.file = file
    guard let record else {
      let first = Session(id: ids.next(wall: now.wall), number: 1, startedAt: 0)
      machine = SessionMachine(timeout: timeout, session: first)
      return
    }
    machine = SessionMachine(record, timeout: timeout, at: now, boot: boot)
    left = record.promised
    if let ended = machine.endStale(at: now, next: { ids.next(wall: now.wall) }) {
      left.append(SessionEvent(id: ids.next(wall: now.wall), subject: .ended(ended)))
    }
  }

  /// Why the session is not stored.
  package var trouble: FileError? { file?.trouble }

  /// The session that is on.
  package var current: Session? { machine.isOn ? machine.session : nil }

  /// Forgets all sessions; the first one after that bears this identifier.
  package mutating func forget(next id: EventID) {
    machine.forget(next: Session(id: id, number: 1, startedAt: 0))
    left = []
    file?.close()
  }

  /// What earlier runs have left to record; once.
  package mutating func takeLeft() -> Draft? {
    defer { left = [] }
    return left.isEmpty ? nil : Draft(after: machine, turn: machine.turn, events: left)
  }

  /// Handles an input; what needs events recorded is a draft, to be committed with them.
  package mutating func handle(
    _ input: SessionMachine.Input, at now: Moment, _ ids: inout EventIDGenerator
  ) -> Draft? {
    var after = machine
    let actions = after.handle(input, at: now) { ids.next(wall: now.wall) }
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
    guard events.isEmpty else { return Draft(after: after, turn: machine.turn, events: events) }
    machine = after
    if actions.contains(.save) { _ = save() }
    return nil
  }

  /// Begins to do what was drafted, unless somebody else was quicker.
  ///
  /// From here on its events are recorded at least once, whatever becomes of the process.
  package mutating func begin(_ draft: Draft) -> Bool {
    guard draft.turn == machine.turn else { return false }
    machine = draft.after
    _ = save(promising: draft.events)
    return true
  }

  /// Says what is left of the promise; why that could not be stored, the first time.
  package mutating func save(promising events: [SessionEvent] = []) -> FileError? {
    let record = SessionRecord(machine, boot: boot, promised: events)
    _ = file?.open()
    return file?.store(record)
  }
}
