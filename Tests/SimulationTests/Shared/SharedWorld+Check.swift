import Cairn
import CairnTesting
import Dispatch

extension SharedWorld {
  /// Compares the counters of the programs with the server's records.
  func check() {
    // The disk changes only by a commit, and reading the dead letters takes long.
    guard let cursor, cursor != checked else { return }
    checked = cursor
    wrong += account.check(cursor, letters: letters, accepted: accepted)
  }

  private var image: DiskProcess { SimulatedDisk(disk.image).makeProcess() }

  private var cursor: Cursor? { try? CursorFile.read(folder + "/state", files: image) }

  private var letters: Set<Int> {
    let box = DeadLetterManager(
      Launch.folder, destination: scenario.delivery.plans[0].name, files: image, clock: clock,
      randomness: SeededRandomness(seed: 1))
    let letters = (try? box.contents())?.letters ?? []
    return Set(letters.map { SimulatedServer.number($0.event[...]) ?? -1 })
  }

  func prune(_ number: Int) {
    guard let program = program(number), scenario.delivery.cap.events < .max else { return }
    // Sendable: this thread waits until the other is done.
    nonisolated(unsafe) let world = self
    let members = program.lines.map { line in
      nonisolated(unsafe) let line = line
      return RetentionEnforcer.Member(
        name: line.name, report: { line.delivery.report },
        drop: { ranges, reason in world.tell(line, .drop(ranges, reason)) })
    }
    var cap = JournalCap()
    cap.events = scenario.delivery.cap.events * 3 / 4
    let retention = RetentionEnforcer(
      program.journal, program.reclaimer, destinations: Launch.folder + "/dest",
      files: program.process, clock: clock,
      rules: RetentionEnforcer.Rules(cap: cap, age: nil, lag: nil),
      members: { members })
    let done = DispatchSemaphore(value: 0)
    // It may be paused, so it must not run on a thread that tasks need.
    _ = DiskWork().begin { _ in
      await retention.prune()
      done.signal()
    }
    done.wait()
  }

  /// The disk and the server work: everything must be delivered by time alone.
  func drain() {
    disk.faults = DiskFaults()
    collector.isWell = true
    for number in programs.indices {
      if let line = line(number) { tell(line, .flush) }
    }
    for round in 0..<4_000 where wrong.isEmpty {
      readInboxes()
      if let number = programs.indices.first(where: { programs[$0]?.lines.first?.waiting != nil }) {
        answer(number, roll: UInt64(round) &+ scenario.seed)
      } else if lines.allSatisfy({ $0.delivery.pending == 0 }) {
        break
      } else if let alarm = lines.compactMap(\.alarm).min() {
        pass(max(0, alarm - now))
      } else {
        wrong.append("STUCK \(states)")
      }
      check()
    }
    guard wrong.isEmpty else { return }
    // No destination waits for dropped events whose whole lane is gone: the retention counts them,
    // and each drop triggers it.
    for number in programs.indices { prune(number) }
    check()
    if lines.contains(where: { $0.delivery.pending > 0 }) { wrong.append("ENDLESS \(states)") }
    if let cursor { wrong += account.close(cursor, letters: letters, accepted: accepted) }
  }

  private var states: String {
    lines.map { "\($0.delivery.machine.phase) \($0.delivery.pending)" }.joined(separator: ", ")
  }
}
