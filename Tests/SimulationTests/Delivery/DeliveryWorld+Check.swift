import Cairn
import CairnTesting

extension DeliveryWorld {
  func scan() -> JournalScan { JournalScan(disk.image) }

  func folder(_ place: Int) -> String { "\(Launch.folder)/dest/\(scenario.plans[place].name)" }

  /// Returns the committed cursor of a destination; nil when there is none.
  func cursor(of place: Int) -> Cursor? {
    try? CursorFile.read(folder(place) + "/state", files: SimulatedDisk(disk.image).makeProcess())
  }

  /// P4 on the disk: the committed counters of every destination match the fate of its events.
  func checkCounts() {
    for place in accounts.indices where accounts[place].isKnown { checkCounts(place) }
  }

  /// P4 in memory; and only an open breaker blocks a destination.
  func checkLedgers() {
    guard let program else { return }
    for line in program.lines {
      var report = line.delivery.report
      // As in the program's own ledger, the cursor counts events that a call has just dropped
      // later.
      report.cursor.take(program.journal.drops)
      let row = Ledger.Row(report, program.journal.segments())
      if !row.balances { wrong.append("LEDGER \(row)") }
      let expected = records + accounts[line.place].base
      if isExact, !hasNews, row.accepted != expected {
        wrong.append("\(line.name): ACCEPTED \(row.accepted) of \(expected)")
      }
      if case .barred = line.delivery.machine.phase, !isHostOpen(line.place) {
        wrong.append("\(line.name): BARRED from a host that works")
      }
    }
  }

  private func checkCounts(_ place: Int) {
    guard isExact, let cursor = cursor(of: place) else { return }
    let counters = cursor.counters
    accounts[place].count(cursor.settled)
    let account = accounts[place]
    var found = Account.Counts(counters)
    if account.isVague {
      (found.dead, found.replayed) = (account.counts.dead, account.counts.replayed)
      found.discarded = account.counts.discarded
      found.dropped = account.counts.dropped
    }
    if found != account.counts {
      wrong.append("\(account.plan.name): COUNTED \(found) and not \(account.counts)")
    }
  }

  /// P3, P5 and P8: unsettled events are in the journal, and refused ones are dead letters.
  func checkFound(_ found: JournalScan) {
    for place in accounts.indices where accounts[place].isKnown {
      let account = accounts[place]
      let present = found.numbers(for: account.plan.name)
      for number in stored.sorted() where !account.isDone(number) && !present.contains(number) {
        if isExact || durable.contains(number) {
          wrong.append("\(account.plan.name): LOST event \(number)")
        }
      }
      checkLetters(place)
    }
  }

  private func checkLetters(_ place: Int) {
    let account = accounts[place]
    guard isExact || scenario.syncs else { return }
    let letters = letters(of: place)
    for number in account.dead.sorted() {
      guard let reason = letters[number] else {
        wrong.append("\(account.plan.name): NO LETTER for event \(number)")
        continue
      }
      if !Collector.reasons.contains(reason) {
        wrong.append("\(account.plan.name): REASON of event \(number) is \"\(reason)\"")
      }
    }
  }

  /// Returns the dead letters of a destination by number, with their reasons.
  func letters(of place: Int) -> [Int: String] {
    let box = DeadLetterManager(
      Launch.folder, destination: scenario.plans[place].name,
      files: SimulatedDisk(disk.image).makeProcess(), clock: clock,
      randomness: SeededRandomness(seed: 1))
    let letters = (try? box.contents())?.letters ?? []
    return Dictionary(
      letters.map { (SimulatedServer.number($0.event[...]) ?? -1, $0.rejection.reason) },
      uniquingKeysWith: { _, last in last })
  }

  /// A program on a disk without faults logs no errors.
  func checkErrors(_ program: DeliveryProgram) {
    for error in program.errors.all { wrong.append("COMPLAINT \(error)") }
  }
}
