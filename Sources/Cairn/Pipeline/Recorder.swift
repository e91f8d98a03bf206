/// Stages 1 to 4: capture, enrich, inspect, journal.
///
/// Synchronous, under one lock, on the caller's thread.
///
/// When `record` returns a receipt, the event survives the death of the process. It never throws, traps or waits.
package final class Recorder: Sendable {
  private let journal: Journal
  private let clock: any Clock
  private let identity: IdentityStore
  private let enrichers: [any Enricher]
  private let inspector: Inspector
  private let diagnostics: Diagnostics
  private let state: Locked<State>
  private let onAppend: @Sendable (_ wasClean: Bool) -> Void

  private struct State: ~Copyable {
    static let bufferCapacity = 4_096
    var buffer = OutputBuffer(capacity: Self.bufferCapacity)
    var ids: EventIDGenerator
    var tally = RecorderTally()
  }

  package init(
    journal: Journal, clock: any Clock, randomness: any Randomness, identity: IdentityStore,
    enrichers: [any Enricher], maximumEventBytes: Int, diagnostics: Diagnostics,
    onAppend: @escaping @Sendable (_ wasClean: Bool) -> Void
  ) {
    self.journal = journal
    self.clock = clock
    self.identity = identity
    self.enrichers = enrichers
    inspector = Inspector(maximumEventBytes: maximumEventBytes)
    self.diagnostics = diagnostics
    self.onAppend = onAppend
    state = Locked(State(ids: EventIDGenerator(randomness)))
  }

  package var tally: RecorderTally { state.withLock { $0.tally } }

  package var anonymousID: String { identity.current.anonymousID }
  package var userID: String? { identity.current.userID }

  /// Records a call that leaves the identity as it is.
  @discardableResult
  package func record(
    _ kind: EventKind, _ name: String, _ properties: [String: Value]
  ) -> Result<Position, Refusal> {
    let moment = clock.now()
    var event = Event(
      kind, name: name, properties: properties, identity: identity.current,
      milliseconds: moment.wall)
    return record(&event, at: moment)
  }

  package func identify(_ userID: String, _ traits: [String: Value]) {
    if !userID.isEmpty { updateIdentity { $0.userID = userID } }
    record(.identify, userID, traits)
  }

  package func alias(_ newID: String) {
    let before = identity.current
    if !newID.isEmpty { updateIdentity { $0.userID = newID } }
    let moment = clock.now()
    var event = Event(
      .alias, name: newID, properties: [:], identity: identity.current, milliseconds: moment.wall)
    event.previousID = before.userID ?? before.anonymousID
    _ = record(&event, at: moment)
  }

  package func reset(_ randomness: any Randomness) {
    let fresh = IdentityStore.anonymousID(randomness)
    updateIdentity { $0 = Identity(anonymousID: fresh) }
  }

  /// Counts and logs an event that never became one.
  @discardableResult
  package func refuse(
    _ refusal: Refusal, _ name: String, detail: String = ""
  ) -> Result<Position, Refusal> {
    let isNew = state.withLock { $0.tally.refuse(refusal.rawValue, name) }
    if isNew {
      diagnostics.report(
        .warning, "event.\(refusal.rawValue)",
        "event \"\(name.prefix(80))\" was not recorded: \(refusal.explanation)\(detail)")
    }
    return .failure(refusal)
  }

  // In place: a copy of an event costs as much as writing it.
  private func record(_ event: inout Event, at moment: Moment) -> Result<Position, Refusal> {
    for enricher in enrichers { enricher.enrich(&event) }
    if let refusal = inspector.refusal(of: event) { return refuse(refusal, event.name) }
    let outcome = state.withLock { state in write(event, &state, at: moment) }
    switch outcome {
    case .success(let receipt):
      onAppend(receipt.wasClean)
      return .success(receipt.position)
    case .failure(let failure):
      return refuse(failure.refusal, event.name, detail: failure.detail)
    }
  }

  private struct Failure: Error {
    var refusal: Refusal
    var detail = ""
  }

  private func write(
    _ event: borrowing Event, _ state: inout State, at moment: Moment
  ) -> Result<Journal.Receipt, Failure> {
    let id = state.ids.next(wall: moment.wall)
    state.buffer.removeAll()
    state.buffer.appendZeros(Frame.headerSize)
    EventRecord(id: id, kind: event.kind, milliseconds: moment.wall).writeHeader(
      into: &state.buffer)
    var writer = EventWriter()
    writer.write(event, id: id, sequence: state.tally.recorded + 1, into: &state.buffer)
    let bytes = state.buffer.count - Frame.headerSize - EventRecord.headerSize
    if let refusal = inspector.refusal(ofLength: bytes) {
      // One huge event shall not hold its memory for ever.
      state.buffer = OutputBuffer(capacity: State.bufferCapacity)
      return .failure(
        Failure(refusal: refusal, detail: " (\(bytes) of \(inspector.maximumEventBytes) bytes)"))
    }
    do {
      let receipt = try journal.append(&state.buffer, at: moment)
      state.tally.record(writer.values)
      return .success(receipt)
    } catch {
      let refusal: Refusal = error.code == .closed ? .closed : .storageFailed
      return .failure(Failure(refusal: refusal, detail: error.code == .closed ? "" : ": \(error)"))
    }
  }

  private func updateIdentity(_ change: @Sendable (inout Identity) -> Void) {
    do throws(FileError) {
      try identity.update(change)
    } catch {
      diagnostics.report(
        .error, "identity.storage", "the identity holds for this run alone: \(error)")
    }
  }
}
