import Cairn

/// Reads what the inspector shows from an `Analytics`, and changes its dead letters.
///
/// It has a thread of its own: it reads files, and waits until the `Analytics` is open.
actor InspectorSource {
  /// The time between two readings.
  static let interval: Milliseconds = .seconds(1)

  nonisolated let analytics: Analytics
  private nonisolated let executor = DiskExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  private var tail: JournalTail?
  private var snapshot = InspectorSnapshot()
  /// The counts with which the dead letters of each destination were read.
  private var deadLettersRead: [String: Ledger.Row] = [:]
  /// The number at the engine while this is registered there.
  private var companion: Int?
  private let erasures = ErasureFlag()

  init(_ analytics: Analytics) { self.analytics = analytics }

  // A reading that a button began may end after `leave()`.
  deinit { if let companion { analytics.engine?.leave(companion) } }

  /// Reads new events and the state of the destinations; with the status of the watched event.
  func read(watching id: EventID?) async -> InspectorSnapshot {
    guard let engine = analytics.engine else {
      snapshot.isInert = true
      return snapshot
    }
    var status: DeliveryStatus?
    if let id { status = await analytics.delivery(of: id) }
    snapshot.number += 1
    readEvents(engine)
    readDestinations(engine)
    snapshot.status =
      id.map { EventStatus(of: $0, status, snapshot.destinations, snapshot.letters) }
      ?? EventStatus()
    return snapshot
  }

  private func readEvents(_ engine: Engine) {
    accompany(engine)
    if erasures.take() { snapshot.log = EventLog() }
    var tail = tail ?? JournalTail(engine.journal, last: EventLog.capacity)
    let (events, missed) = tail.next()
    snapshot.log.append(events)
    snapshot.log.missed += missed
    self.tail = tail
  }

  private func readDestinations(_ engine: Engine) {
    let reports = engine.registry.workers.map(\.report)
    let ledger = engine.ledger()
    let now = engine.clock.now().continuous
    snapshot.totals = [InspectedCount](ledger)
    snapshot.storageProblem = ledger.storageProblem?.rawValue
    snapshot.destinations = ledger.destinations.map { row in
      InspectedDestination(row, reports.first { $0.name == row.name }?.phase, at: now)
    }
    readDeadLetters(engine, ledger.destinations)
  }

  /// Reads the dead letters of the destinations whose counts have changed.
  private func readDeadLetters(_ engine: Engine, _ rows: [Ledger.Row]) {
    var letters = snapshot.letters.filter { letters in
      rows.contains { $0.name == letters.destination }
    }
    for row in rows where deadLettersRead[row.name].map({ !$0.hasSameDeadLetters(as: row) }) ?? true
    {
      letters.removeAll { $0.destination == row.name }
      let found = contents(of: row.name, engine)
      if !found.isEmpty { letters.append(found) }
      // Letters that cannot be read now are read again.
      deadLettersRead[row.name] = found.note == nil ? row : nil
    }
    snapshot.letters = letters.sorted { $0.destination < $1.destination }
  }

  private func contents(of name: String, _ engine: Engine) -> InspectedDeadLetters {
    do throws(FileError) {
      return InspectedDeadLetters(name, try engine.deadLetters(of: name).contents())
    } catch {
      return InspectedDeadLetters(name, problem: error)
    }
  }

  /// Replays or discards the dead letters with these identifiers; returns the number of events.
  func change(
    _ ids: Set<EventID>, of destination: String, _ change: DeadLetterChange
  ) async throws -> Int {
    guard let engine = analytics.engine else { return 0 }
    // The worker's counts change when it next delivers.
    defer { deadLettersRead[destination] = nil }
    return try await engine.changeDeadLetters(of: destination) { letters in
      switch change {
      case .replay: try await letters.replay { ids.contains($0.id) }
      case .discard: try await letters.discard { ids.contains($0.id) }
      }
    }.events
  }

  /// Waits until the next reading is due; returns false when there is none.
  func pause() async -> Bool {
    guard let clock = analytics.engine?.clock else { return false }
    try? await clock.sleep(untilContinuous: clock.now().continuous + Self.interval)
    return !Task.isCancelled
  }

  /// Ends the registration at the engine; the next reading registers again.
  func leave() {
    if let companion { analytics.engine?.leave(companion) }
    companion = nil
  }

  /// Registers for erasures: erased events must not be shown.
  private func accompany(_ engine: Engine) {
    guard companion == nil else { return }
    companion = engine.accompany(forget: { [erasures] user in if user == nil { erasures.set() } })
  }
}

/// Whether everything was erased since the last reading.
private final class ErasureFlag: Sendable {
  private let isSet = Locked(false)

  func set() { isSet.withLock { $0 = true } }

  /// Returns the flag, and clears it.
  func take() -> Bool {
    isSet.withLock { isSet in
      defer { isSet = false }
      return isSet
    }
  }
}

/// A change of dead letters.
enum DeadLetterChange: Sendable {
  case replay
  case discard
}

extension Ledger.Row {
  /// Returns whether no letter was added or removed between the two rows.
  fileprivate func hasSameDeadLetters(as other: Ledger.Row) -> Bool {
    deadLettered == other.deadLettered && replayed == other.replayed && dropped == other.dropped
  }
}
