extension Engine {
  func snapshot() -> DiagnosticsSnapshot {
    let tally = recorder.tally
    // The cursors are read first: events recorded in between then only add to the pending ones.
    let reports = registry.workers.map(\.report)
    let segments = journal.segments()
    let spill = journal.spill
    let now = clock.now().wall
    return DiagnosticsSnapshot(
      milliseconds: now, recorded: tally.recorded, refused: tally.refusals,
      buffered: spill.events, storageProblem: spill.problem,
      journalBytes: segments.reduce(0) { $0 + $1.bytes }, trackLatency: recorder.latency,
      destinations: reports.map {
        DestinationDiagnostics($0, in: segments, journal.interactions, now: now)
      })
  }
}
