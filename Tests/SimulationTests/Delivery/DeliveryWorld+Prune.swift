import Cairn
import CairnTesting
import Dispatch

extension DeliveryWorld {
  /// P3: the oldest go, if there is a cap, and each destination counts exactly what it had not settled.
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

  private func letPrune(_ program: DeliveryProgram) {
    // Sendable: this thread waits until the other is done.
    nonisolated(unsafe) let world = self
    let members = program.lines.map { line in
      nonisolated(unsafe) let line = line
      return Pruner.Member(
        name: line.name, report: { line.delivery.report },
        drop: { ranges, reason in world.tell(line, .drop(ranges, reason)) })
    }
    let pruner = Pruner(
      program.journal, program.reclaimer, destinations: Launch.folder + "/dest",
      files: program.process, clock: clock,
      rules: Pruner.Rules(cap: scenario.cap, age: nil, lag: nil), members: { members })
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      await pruner.prune()
      done.signal()
    }
    done.wait()
  }
}
