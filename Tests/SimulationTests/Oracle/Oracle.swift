import Cairn
import CairnTesting

/// Finds the problems of a disk after a crash, given the knowledge before it.
struct Oracle {
  let model: Model
  let promise: Promise
  let syncs: Bool
  /// The lanes with a segment that was removed and exists again.
  let resurrected: Set<LaneID>
  /// Whether two programs may have committed the same cursor alternately: then its numbers are not
  /// exact.
  let hasTwoWriters: Bool
  /// The drops that were recorded before the power loss.
  let dropsBefore: SettledPositions
  /// Whether calls failed: then a number may belong to no event.
  let hasTrouble: Bool
  /// Whether bodies may be lost.
  ///
  /// On a full disk a batch has no file, and its body is lost with its events: after a failed sync
  /// of another program, no later sync reports that they are not on the disk.
  let mayLoseBodies: Bool
  private(set) var wrong: [String] = []

  /// Whether no byte may be missing.
  private var isIntact: Bool { promise == .kill && model.isIntact }
  /// Whether cursors and bodies are unchanged.
  private var isKept: Bool { promise == .kill && model.isIntact || syncs }

  /// Returns all problems; empty when there are none.
  static func judge(
    _ image: DiskImage, _ model: Model, _ promise: Promise, _ scenario: Scenario,
    before: DiskImage? = nil
  ) -> [String] {
    var oracle = Oracle(
      model: model, promise: promise, syncs: scenario.syncs,
      resurrected: before.map { resurrected(image, $0) } ?? [],
      hasTwoWriters: scenario.losesLeases,
      dropsBefore: before.map { CapWitness.entries($0) } ?? SettledPositions(),
      hasTrouble: scenario.steps.contains(where: \.isTrouble),
      mayLoseBodies: promise == .powerLoss && scenario.isFullWhileSyncsFail)
    oracle.wrong = model.violations
    do {
      let remains = try Remains(image, scenario.destinations, seed: 1)
      oracle.check(remains)
    } catch {
      oracle.wrong.append("UNOPENED \(error)")
    }
    return oracle.wrong
  }

  private static func resurrected(_ image: DiskImage, _ before: DiskImage) -> Set<LaneID> {
    let back = Set(image.names.keys).subtracting(before.names.keys)
    return Set(
      back.compactMap { $0.split(separator: "/").last.flatMap { SegmentName(String($0)) }?.lane })
  }

  private mutating func check(_ remains: Remains) {
    let places = checkEvents(remains)
    if remains.changes > 0 {
      wrong.append("WROTE reading changed the disk \(remains.changes) times")
    }
    checkDamage(remains)
    checkForeign(remains)
    for (number, plan) in model.servers.map(\.plan).enumerated() {
      checkDestination(number, plan, remains, places)
    }
  }

  /// I1, I3, I5, I7: the read events were recorded, once, in order, byte for byte; returns their
  /// numbers.
  private mutating func checkEvents(_ remains: Remains) -> [Int: Position] {
    var places: [Int: Position] = [:]
    var last: Position?
    for found in remains.found {
      guard let number = number(of: found) else {
        wrong.append("PHANTOM at \(found.position)")
        continue
      }
      if let other = places.updateValue(found.position, forKey: number) {
        wrong.append("DUPLICATE event \(number) at \(other) and \(found.position)")
      }
      if let promised = model.placesOfEvents[number], promised != found.position {
        wrong.append("MOVED event \(number) from \(promised) to \(found.position)")
      }
      if let other = model.places[found.position], other != number, isReuse(of: other, by: number) {
        wrong.append("REUSED \(found.position) was event \(other)'s and is \(number)'s")
      }
      if let last, last.lane == found.position.lane, last.index >= found.position.index {
        wrong.append("ORDER \(last) before \(found.position)")
      }
      last = found.position
    }
    return places
  }

  /// Returns whether a number was reused: a failed attempt may remain at a position after a power
  /// loss, if the record over it was not synced.
  private func isReuse(of other: Int, by number: Int) -> Bool {
    promise == .kill || model.durable.contains(other) || model.promised.contains(number)
  }

  private mutating func number(of found: Remains.Found) -> Int? {
    let id = found.payload.withUnsafeBytes { EventRecord($0)?.id }
    guard let number = id.flatMap({ model.numbers[$0] }) else { return nil }
    let event = model.events[number]
    if event.payload != found.payload { return nil }
    if event.context != found.context, isIntact {
      wrong.append("CONTEXT event \(number) at \(found.position)")
    }
    return number
  }

  /// I4: a crash damages only data that it could lose.
  private mutating func checkDamage(_ remains: Remains) {
    let holes = remains.journal.segments().reduce(0) { $0 + $1.damagedBytes }
    if isIntact, holes > 0 { wrong.append("HOLES of \(holes) bytes between records") }
    // An event with an entry is not missed; whether it had to be dropped was checked after the
    // call.
    let cursors = remains.cursors.map { $0?.settled ?? SettledPositions() }
    for range in remains.damaged.flatMap(remains.drops.unsettled) where isIntact {
      // Segments that all destinations have settled are removed, even before others of their lane.
      let isMissed = cursors.contains { !$0.unsettled(in: range).isEmpty }
      let isKnown = model.places.keys.contains(where: range.contains)
      if isMissed, isKnown || !hasTrouble { wrong.append("DAMAGED \(range) by a kill") }
    }
  }

  /// I18: a file of a later format is not changed.
  private mutating func checkForeign(_ remains: Remains) {
    guard let foreign = model.foreign else { return }
    if remains.contents(World.foreignPath) != foreign { wrong.append("FOREIGN file was changed") }
  }

  /// Checks I6, I8, I9 and I11 for one destination.
  private mutating func checkDestination(
    _ number: Int, _ plan: DestinationPlan, _ remains: Remains, _ places: [Int: Position]
  ) {
    let server = model.servers[number]
    let cursor = remains.cursors[number]
    let settled = cursor?.settled ?? SettledPositions()
    for event in server.confirmed where isKept && model.isIntact {
      guard let place = places[event], !resurrected.contains(place.lane) else { continue }
      if !settled.contains(place) {
        wrong.append("FORGOTTEN event \(event) at \(place) was settled for \(plan.name)")
      }
    }
    for event in model.events.indices where !server.explains(event) && !isDropped(event, remains) {
      checkWaiting(event, server, settled, places[event])
    }
    guard let cursor else { return }
    checkBatch(server, cursor, remains)
    checkLedger(server, cursor, remains)
  }

  /// Returns whether a recording call was about to drop the event, or had just dropped it.
  private func isDropped(_ event: Int, _ remains: Remains) -> Bool {
    guard let place = model.placesOfEvents[event] ?? model.stored[event] else { return false }
    return remains.drops.contains(place) || dropsBefore.contains(place)
  }

  /// Checks an event that its destination has not settled.
  private mutating func checkWaiting(
    _ event: Int, _ server: ServerModel, _ settled: SettledPositions, _ found: Position?
  ) {
    let name = server.plan.name
    let promised = promise == .kill ? model.promised : model.durable
    let place = model.stored[event] ?? found
    let isSettled = place.map(settled.contains) ?? false
    if server.given.contains(event) { return }
    if isSettled, let place, model.isIntact || promised.contains(event) {
      wrong.append("SKIPPED event \(event) at \(place) is settled for \(name), unsent")
    } else if found == nil, promised.contains(event) {
      let place = place?.description ?? "somewhere"
      wrong.append("LOST event \(event) at \(place) for \(name)")
    }
  }

  /// Checks that an unsettled batch is sent again unchanged.
  private mutating func checkBatch(
    _ server: ServerModel, _ cursor: Cursor, _ remains: Remains
  ) {
    let name = server.plan.name
    let body = cursor.inFlight.flatMap { remains.body(of: $0, server.plan) }
    if let batch = cursor.inFlight, let sent = server.requests[batch.key], body != nil,
      body != sent.body
    {
      wrong.append("BODY CHANGED \(name): \(batch.key) on the disk is not what was sent")
    }
    guard let open = server.open, !server.isAnswered, server.isStrict, isKept, !mayLoseBodies
    else { return }
    if cursor.inFlight?.key != open.key {
      wrong.append("REKEYED \(name): \(open.key) was sent and is not in the cursor")
    } else if body != open.body {
      wrong.append("BODY LOST \(name): \(open.key)")
    }
  }

  private mutating func checkLedger(
    _ server: ServerModel, _ cursor: Cursor, _ remains: Remains
  ) {
    let name = server.plan.name
    let segments = remains.journal.segments()
    let row = Ledger.Row(DeliveryReport(name: name, cursor: cursor), segments)
    if !row.balances, !hasTwoWriters, !model.hasVanished {
      wrong.append("LEDGER \(name) does not balance: \(row)")
    }
    if promise == .kill, model.isIntact, row.accepted < model.promised.count {
      wrong.append("UNCOUNTED \(name): accepted \(row.accepted) of \(model.promised.count)")
    }
    let counters = cursor.counters
    let refused = UInt64(server.refused.count)
    // An unreadable refused event cannot be distinguished from accepted ones.
    let most = UInt64(server.taken.count) + (isIntact ? 0 : refused)
    // Events that a power loss restored are sent and counted again.
    if model.isIntact,
      counters.delivered > most || counters.deadLettered > refused
    {
      wrong.append("COUNTED \(name): \(counters.values) of \(server.taken.count) taken")
    }
    let given = model.events.indices.filter {
      server.given.contains($0) || isDropped($0, remains)
    }
    if isIntact,
      counters.damaged > 0 && !hasTrouble || counters.dropped > UInt64(given.count)
    {
      wrong.append("COUNTED \(name): damaged or dropped by nothing: \(counters.values)")
    }
    // A refused event whose record a cap removed while its batch was in flight is dropped instead.
    let gone = server.refused.intersection(server.gone).filter { isSettled($0, cursor) }
    if isIntact, counters.dropped < UInt64(gone.count) {
      wrong.append("UNCOUNTED \(name): \(gone.sorted()) as dropped: \(counters.values)")
    }
    guard counters.deadLettered > 0, isKept, model.isIntact else { return }
    let kept = remains.deadLetters(server.plan)
    for event in server.refused.subtracting(gone) where isSettled(event, cursor) {
      if !kept.contains(model.events[event].id) {
        wrong.append("LETTER \(name): event \(event) was refused and is not kept")
      }
    }
  }

  private func isSettled(_ event: Int, _ cursor: Cursor) -> Bool {
    model.stored[event].map(cursor.settled.contains) ?? false
  }
}

/// The data that a crash may lose.
enum Promise: Sendable {
  /// The program died: it may lose nothing.
  case kill
  /// Power was lost: everything that no sync had covered may be lost.
  case powerLoss
}
