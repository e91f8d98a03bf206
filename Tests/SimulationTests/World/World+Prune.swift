import Cairn
import CairnTesting
import Dispatch

extension World {
  func capWitness(_ launch: Launch) -> CapWitness? {
    guard scenario.cap.bytes < .max || scenario.cap.events < .max else { return nil }
    let cursors = Remains.cursors(of: scenario.destinations, disk.image)
    return CapWitness(
      scenario.cap, segmentBytes: scenario.segmentBytes, launch.journal, disk.image,
      locked: launch.held.look(at: disk, launch.process, launch.journal),
      pinned: launch.lines.flatMap { $0.delivery.store.cursor.inFlight?.ranges ?? [] },
      elsewhere: cursors.flatMap { $0?.inFlight?.ranges ?? [] })
  }

  /// Records the events that a recording call dropped, which each destination may lack if it had
  /// not settled them.
  func note(_ witness: CapWitness, _ launch: Launch) {
    var witness = witness
    let cursors = Remains.cursors(of: scenario.destinations, disk.image)
    witness.look(at: disk.image, settled: cursors.map { $0?.settled ?? SettledPositions() })
    guard !witness.dropped.isEmpty || !witness.wrong.isEmpty else { return }
    change { model in
      model.violations += witness.wrong
      for place in model.servers.indices {
        let settled = cursors[place]?.settled ?? SettledPositions()
        let lacking = witness.dropped.filter { !settled.contains($0) }
        model.servers[place].given.formUnion(lacking.compactMap { model.places[$0] })
      }
    }
  }

  /// Runs the real retention, and waits for it; the events that it may drop are recorded first.
  func prune(_ launch: Launch) {
    // Sendable: this thread waits until the other is done.
    nonisolated(unsafe) let program = launch
    nonisolated(unsafe) let world = self
    let members = scenario.destinations.indices.map { place in
      RetentionEnforcer.Member(
        name: scenario.destinations[place].name,
        report: { program.lines[place].delivery.report },
        drop: { ranges, reason in world.drop(program, place, ranges, reason) })
    }
    let retention = RetentionEnforcer(
      launch.journal, launch.reclaimer, destinations: Launch.folder + "/dest",
      files: launch.process, clock: clock,
      rules: RetentionEnforcer.Rules(cap: scenario.cap, age: scenario.age, lag: scenario.lag),
      members: { members })
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      await retention.prune()
      done.signal()
    }
    done.wait()
  }

  private func drop(
    _ launch: Launch, _ destination: Int, _ ranges: [PositionRange], _ reason: DropReason
  ) {
    change { model in
      let places = model.places.filter { place in ranges.contains { $0.contains(place.key) } }
      model.servers[destination].given.formUnion(places.values)
      // The events whose position is unknown are included.
      model.servers[destination].given.formUnion(model.storedSomewhere)
    }
    _ = launch.lines[destination].handle(.drop(ranges, reason))
  }
}
