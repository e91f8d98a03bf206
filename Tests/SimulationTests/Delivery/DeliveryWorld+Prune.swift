import Cairn
import CairnTesting
import Dispatch

extension DeliveryWorld {
  /// P3: the cap drops the oldest events, and each destination counts exactly its unsettled ones.
  func prune() {
    guard let program, doom == nil else { return }
    let found = scan()
    let before = accounts.indices.map(cursor)
    let expected = accounts.map(\.counts.dropped)
    letPrune(program)
    for place in accounts.indices {
      guard let old = before[place], let new = cursor(of: place) else { continue }
      let gone = found.events.filter {
        !old.settled.contains($0.position) && new.settled.contains($0.position)
      }
      accounts[place].given.formUnion(gone.map(\.number))
      accounts[place].counts.dropped = expected[place] + gone.count
      let name = scenario.plans[place].name
      if !gone.isEmpty, !scenario.hasCap { wrong.append("\(name): DROPPED \(gone) without a cap") }
      let flying = old.inFlight?.ranges ?? []
      if gone.contains(where: { event in flying.contains { $0.contains(event.position) } }) {
        wrong.append("\(name): DROPPED what is under way")
      }
    }
  }

  func capWitness(_ program: DeliveryProgram) -> CapWitness? {
    guard scenario.hasCap else { return nil }
    return CapWitness(
      scenario.cap, segmentBytes: scenario.segmentBytes, program.journal, disk.image,
      pinned: accounts.indices.flatMap { cursor(of: $0)?.inFlight?.ranges ?? [] })
  }

  /// Records the events that a recording call dropped, which each destination must count if it had
  /// not settled them.
  func note(_ witness: CapWitness) {
    var witness = witness
    let cursors = accounts.indices.map(cursor)
    let known = accounts.indices.filter { accounts[$0].isKnown }
    witness.look(at: disk.image, settled: known.compactMap { cursors[$0]?.settled })
    wrong += witness.wrong
    guard !witness.dropped.isEmpty else { return }
    let numbers = Dictionary(
      witness.events.map { ($0.position, $0.number) }, uniquingKeysWith: { first, _ in first })
    for place in known {
      let settled = cursors[place]?.settled ?? SettledPositions()
      for position in witness.dropped where !settled.contains(position) {
        accounts[place].owed.insert(position)
        if let number = numbers[position] { accounts[place].given.insert(number) }
      }
    }
  }

  private func letPrune(_ program: DeliveryProgram) {
    // Sendable: this thread waits until the other is done.
    nonisolated(unsafe) let world = self
    let members = program.lines.map { line in
      nonisolated(unsafe) let line = line
      return RetentionEnforcer.Member(
        name: line.name, report: { line.delivery.report },
        drop: { ranges, reason in world.tell(line, .drop(ranges, reason)) })
    }
    let retention = RetentionEnforcer(
      program.journal, program.reclaimer, destinations: Launch.folder + "/dest",
      files: program.process, clock: clock,
      rules: RetentionEnforcer.Rules(cap: scenario.cap, age: nil, lag: nil), members: { members })
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      await retention.prune()
      done.signal()
    }
    done.wait()
  }
}
