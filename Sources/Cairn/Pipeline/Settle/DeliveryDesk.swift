/// What a courier works with: the cursor of its destination, the sealed body, the dead letters.
///
/// Every step is one commit of the cursor. If it fails nothing has happened, and the step may be done again.
package struct DeliveryDesk: Sendable {
  package let name: String
  package private(set) var cursor: Cursor
  private let file: CursorFile
  private let bodies: BodyStore
  private let deadLetters: DeadLetters
  private let reclaimer: Reclaimer
  private let syncs: Bool
  private var packer: Packer
  private let keys: BatchKeys
  /// The events of the batch under way, while they are known.
  private var events: [StoredEvent]?

  package init(
    name: String, cursor: Cursor, file: CursorFile, bodies: BodyStore, deadLetters: DeadLetters,
    reclaimer: Reclaimer, journal: Journal, syncs: Bool, keys: BatchKeys
  ) {
    self.name = name
    self.cursor = cursor
    self.file = file
    self.bodies = bodies
    self.deadLetters = deadLetters
    self.reclaimer = reclaimer
    self.syncs = syncs
    self.keys = keys
    packer = Packer(journal)
    bodies.removeAll(except: cursor.inFlight?.key)
  }

  /// Chooses, seals and commits the next batch; nil when there is nothing to deliver.
  package mutating func pack(
    for destination: any Destination, atMost most: Int?, at moment: Moment
  ) throws -> Selection? {
    var limits = destination.limits
    limits.events = min(limits.events, most ?? .max)
    while true {
      let selection = packer.select(
        after: cursor.settled, limits, accepts: destination.accepts)
      guard selection.events.isEmpty else {
        try seal(selection, for: destination, at: moment)
        return selection
      }
      try passOver(selection)
      guard selection.isCut else { return nil }
    }
  }

  private mutating func passOver(_ selection: Selection) throws {
    guard !selection.filtered.isEmpty || !selection.damaged.isEmpty else { return }
    var next = cursor
    Settlement.seal(&next, selection, nil)
    try commit(next)
    reclaim()
  }

  private mutating func seal(
    _ selection: Selection, for destination: any Destination, at moment: Moment
  ) throws {
    let body = destination.seal(selection.events, context: selection.context)
    let batch = SealedBatch(
      key: keys.next(wall: moment.wall), bodyHash: BodyStore.hash(body),
      bodyLength: UInt32(clamping: body.count),
      sealedAt: moment.wall, ranges: selection.positions)
    var next = cursor
    Settlement.seal(&next, selection, batch)
    do {
      try bodies.write(body, key: batch.key, sync: syncs)
      try commit(next)
    } catch {
      bodies.remove(batch.key)
      throw error
    }
    events = selection.events
  }

  /// The sealed batch, to be sent; nil when its body is gone, and then it is no longer sealed.
  package mutating func batch(at moment: Moment) throws -> Batch? {
    guard let sealed = cursor.inFlight else { return nil }
    guard let body = try bodies.read(sealed) else {
      try unseal()
      return nil
    }
    let events = self.events ?? packer.events(at: sealed.ranges, after: cursor.settled)
    // What is damaged is gone; what cannot be read now is waited for.
    if events.count < sealed.ranges.total, let failure = packer.failure { throw failure }
    self.events = events
    return Batch(
      key: sealed.key.uuid, events: events, body: body, attempt: Int(sealed.attempts),
      milliseconds: moment.wall)
  }

  /// Keeps the number of failures, and until when the destination is left alone, for the next start.
  package mutating func remember(failures: Int, notBefore: Int64) {
    guard cursor.inFlight != nil else { return }
    var next = cursor
    next.inFlight?.attempts = UInt32(clamping: failures)
    next.inFlight?.notBefore = notBefore
    // Only a hint: without it the batch is tried a little earlier.
    try? commit(next)
  }

  /// Turns the outcome of a delivery into the next commit.
  package mutating func settle(_ outcome: Outcome, random: UInt64) throws -> DeliveryMachine.Input {
    guard let batch = cursor.inFlight else { return .bodyLost }
    let number = batch.ranges.total
    switch outcome {
    case .accepted:
      try settle(Settlement.accept)
      return .delivered(settled: number, pending: 0)
    case .partial(let refused, let again):
      return try settle(refused: refused, again: again, random: random)
    case .later(let seconds, _):
      let milliseconds = seconds.map { Int64(min(max(0, $0), 86_400)) * 1_000 }
      return .postponed(after: milliseconds, random: random)
    case .halted: return .halted
    case .split: return try cut(number, reason: "too large for the destination")
    case .refused(let reason): return try cut(number, reason: reason)
    }
  }

  /// The offender, once alone, goes to the dead letters.
  private mutating func cut(_ number: Int, reason: String) throws -> DeliveryMachine.Input {
    if number > 1 {
      try unseal()
      return .tooMuch(events: number)
    }
    if events?.isEmpty != false {
      // It was damaged after it was sealed: there is nothing left to keep.
      try settle { Settlement.accept(&$0, refused: $0.inFlight?.ranges ?? [], again: []) }
      return .delivered(settled: number, pending: 0)
    }
    return try settle(refused: [0: reason], again: [], random: 0)
  }

  private mutating func settle(
    refused: [Int: String], again: [Int], random: UInt64
  ) throws -> DeliveryMachine.Input {
    let events = self.events ?? []
    let offenders = refused.filter { events.indices.contains($0.key) }.sorted { $0.key < $1.key }
    for (place, reason) in offenders { try deadLetters.add(events[place], reason: reason) }
    if syncs, !offenders.isEmpty { try deadLetters.sync() }
    // A server may name an event twice. Refused is the last word.
    let repeated = Set(again).subtracting(offenders.map(\.key))
    let open = ranges(of: repeated.sorted(), in: events)
    let lost = ranges(of: offenders.map(\.key), in: events)
    let settled = (cursor.inFlight?.ranges.total ?? 0) - open.total
    try settle { Settlement.accept(&$0, refused: lost, again: open) }
    return open.isEmpty
      ? .delivered(settled: settled, pending: 0)
      : .partlyDelivered(settled: settled, random: random)
  }

  private func ranges(of places: [Int], in events: [StoredEvent]) -> [PositionRange] {
    var ranges: [PositionRange] = []
    for place in places where events.indices.contains(place) {
      ranges.append(events[place].position)
    }
    return ranges
  }

  private mutating func settle(_ change: (inout Cursor) -> Void) throws {
    let key = cursor.inFlight?.key
    var next = cursor
    change(&next)
    try commit(next)
    events = nil
    if let key { bodies.remove(key) }
    reclaim()
  }

  /// Removes what every destination is done with.
  package mutating func reclaim() {
    let present = reclaimer.update(name, cursor.settled)
    // Committed with the next step; lanes that are gone cost a few bytes until then.
    cursor.retireLanes(except: present)
  }

  private mutating func unseal() throws {
    let key = cursor.inFlight?.key
    var next = cursor
    Settlement.unseal(&next)
    try commit(next)
    events = nil
    if let key { bodies.remove(key) }
  }

  private mutating func commit(_ next: Cursor) throws {
    try file.commit(next, sync: syncs)
    cursor = next
  }
}
