extension Engine {
  func snapshot() -> DiagnosticsSnapshot {
    let tally = recorder.tally
    // The cursors are read first: events recorded in between then only add to the pending ones.
    let reports = registry.workers.map(\.report)
    let segments = journal.segments()
    let spill = journal.spill
    let now = clock.now().wall
    return DiagnosticsSnapshot(
      milliseconds: now.milliseconds, recorded: tally.recorded, refused: tally.refused,
      buffered: spill.events, storageProblem: spill.problem,
      journalBytes: segments.reduce(0) { $0 + $1.bytes }, trackLatency: recorder.latency,
      destinations: reports.map {
        DestinationDiagnostics($0, in: segments, journal.marked, now: now)
      })
  }
}

/// The parts from which a ledger is made.
struct LedgerSource: Sendable {
  let recorder: Recorder
  let registry: DestinationRegistry
  let journal: Journal
  let observers: EngineObservers
  let isInMemory: Bool
  /// The number of events that were lost because the system deleted the journal.
  let purged: UInt64

  var ledger: Ledger {
    let tally = recorder.tally
    let dropsBefore = journal.drops
    // The cursors are read first: events recorded or reclaimed in between then only add to the
    // pending ones.
    var reports = registry.workers.map(\.report)
    let segments = journal.segments()
    // Events that the limit has just removed are counted here, since the cursors do not count them
    // yet.
    let drops = dropsBefore + journal.drops
    if !drops.isEmpty {
      for place in reports.indices { reports[place].cursor.take(drops) }
    }
    let spill = journal.spill
    return Ledger(
      recorded: tally.recorded, buffered: spill.events, storageProblem: spill.problem,
      refused: tally.refused, waitingReports: observers.waitingReports,
      nonFiniteNumbers: tally.nonFinite, tooDeepValues: tally.tooDeep,
      omittedProperties: tally.omitted, isInMemory: isInMemory, purged: purged,
      destinations: reports.map { Ledger.Row($0, segments, journal.marked) })
  }
}
