/// What a ledger is made of.
struct LedgerSource: Sendable {
  let recorder: Recorder
  let roster: Roster
  let journal: Journal
  let isInMemory: Bool

  var ledger: Ledger {
    let tally = recorder.tally
    let dropsBefore = journal.drops
    // Cursors first: what is recorded or reclaimed in between then only adds to what waits.
    var reports = roster.couriers.map(\.report)
    let segments = journal.segments()
    // What the cap has just removed is counted, although the cursors do not say so yet.
    let drops = dropsBefore + journal.drops
    if !drops.isEmpty {
      for place in reports.indices { reports[place].cursor.take(drops) }
    }
    let spill = journal.spill
    return Ledger(
      recorded: tally.recorded, buffered: spill.events, storageProblem: spill.problem,
      refused: tally.refusals,
      nonFiniteNumbers: tally.nonFinite, tooDeepValues: tally.tooDeep, isInMemory: isInMemory,
      destinations: reports.map { Ledger.Row($0, segments, journal.interactions) })
  }
}
