/// The result of settling the outcome of a batch.
package enum SettlementResult: Equatable, Sendable {
  /// All events of the batch, of this number, are settled.
  case delivered(settled: Int)
  /// This number of events are settled; the others are to be sent again.
  case partlyDelivered(settled: Int)
  /// The batch, of this number of events, was too large, and is unsealed.
  case tooMuch(events: Int)
  /// The batch, of this number of events, has one that will never be accepted, and is unsealed.
  case refused(events: Int)
  /// Nothing is settled; `after` is the wait that the destination requested.
  case postponed(after: Milliseconds?)
  /// Nothing is settled until the destination is fixed.
  case halted
  /// There is no sealed batch.
  case nothingSealed
}

/// The effects of a delivery's outcome on a destination's cursor and files.
extension DeliveryStore {
  /// Commits the outcome of a delivery.
  package mutating func settle(_ outcome: Outcome) throws -> SettlementResult {
    guard let batch = cursor.inFlight else { return .nothingSealed }
    let number = batch.ranges.total
    switch outcome {
    case .accepted:
      // The body contains all events, including those that were damaged since it was sealed.
      let events = (try? contents(of: batch))?.events ?? []
      dispositions.add(events.map { DispositionEntry($0.id, .delivered) })
      try settle(Settlement.accept)
      return .delivered(settled: number)
    case .partial(let refused, let again):
      return try settle(batch, refused: refused, again: again)
    case .later(let seconds, _):
      let delay = seconds.map { Milliseconds.seconds(min(max(0, $0), 86_400)) }
      return .postponed(after: delay)
    case .halted: return .halted
    case .split: return try cut(batch, "too large for the destination") ?? .tooMuch(events: number)
    case .refused(let rejection): return try cut(batch, rejection) ?? .refused(events: number)
    }
  }

  /// Moves a single refused event to the dead letters; with several events it unseals the batch and
  /// returns nil, so that a smaller one is sent.
  private mutating func cut(
    _ batch: SealedBatch, _ rejection: DeliveryRejection
  ) throws -> SettlementResult? {
    let number = batch.ranges.total
    if number > 1 {
      try unseal()
      return nil
    }
    return try settle(batch, refused: [0: rejection], again: [])
  }

  /// Settles each event of a batch by its own result.
  ///
  /// An event that was damaged after it was sealed has no result that is known to be its own, and
  /// can neither be kept as a dead letter nor sent again. It is counted as damaged.
  private mutating func settle(
    _ batch: SealedBatch, refused: [Int: DeliveryRejection], again: [Int]
  ) throws -> SettlementResult {
    var contents = try contents(of: batch)
    let events = contents.events
    guard events.count + contents.damaged.total == batch.ranges.total else {
      throw FileError(call: "read", path: place.journal.directory, code: FileError.inputOutput)
    }
    // An event whose segment a limit has removed since has no result either, and is counted as
    // dropped.
    let gone = try dropped(of: contents.damaged)
    contents.damaged = contents.damaged.without(gone)
    var offenders = refused.filter { events.indices.contains($0.key) }.sorted { $0.key < $1.key }
    let withoutRoom = try keep(&offenders, of: contents, in: batch.key)
    // Nothing of it can be settled: a smaller batch leaves more room for its dead letters.
    let remaining = Set(again + withoutRoom.map(\.place))
    if let full = withoutRoom.last?.error, remaining.count >= events.count {
      guard events.count > 1 else { throw full }
      try unseal()
      return .refused(events: events.count)
    }
    if syncs, !offenders.isEmpty { try place.deadLetters.sync() }
    let pushedOut = try offenders.isEmpty ? nil : pushOut(adding: offenders.count)
    // A server may name an event twice; a refusal takes precedence.
    let repeated = Set(again).union(withoutRoom.map(\.place)).subtracting(offenders.map(\.key))
    let open = ranges(of: repeated.sorted(), in: events)
    let lost = ranges(of: offenders.map(\.key), in: events)
    let settled = batch.ranges.total - open.total
    noteDispositions(of: contents, refused: Set(offenders.map(\.key)), again: repeated)
    let drops = place.journal.drops
    try settle { cursor in
      Settlement.accept(
        &cursor, refused: lost, again: open + gone, damaged: contents.damaged)
      if !gone.isEmpty { cursor.take(drops) }
      if let pushedOut { DeadLetterAccount.settle(&cursor.counters, to: pushedOut.counters) }
    }
    return open.isEmpty ? .delivered(settled: settled) : .partlyDelivered(settled: settled)
  }

  /// Stores the dead letters of a batch; those for which a full disk has no room are removed from
  /// the offenders and returned.
  ///
  /// They are sent again after the rest of their batch is settled, which frees space.
  private mutating func keep(
    _ offenders: inout [(key: Int, value: DeliveryRejection)], of contents: BatchBuilder.Contents,
    in key: BatchKey
  ) throws -> [(place: Int, error: FileError)] {
    var withoutRoom: [(place: Int, error: FileError)] = []
    if lettered?.key != key { lettered = (key, []) }
    // The dead letters of an outcome that could not be committed are stored already.
    for (number, rejection) in offenders where lettered?.places.contains(number) != true {
      var hasMadeRoom = false
      defer { if hasMadeRoom { place.ballast.take() } }
      do {
        try place.deadLetters.add(
          contents.events[number], rejection, context: contents.context,
          makeRoom: {
            hasMadeRoom = place.ballast.giveUp()
            return hasMadeRoom
          })
        lettered?.places.insert(number)
      } catch let error as FileError where StorageProblem(error) == .noSpace {
        withoutRoom.append((number, error))
      }
    }
    let without = Set(withoutRoom.map(\.place))
    offenders.removeAll { without.contains($0.key) }
    return withoutRoom
  }

  private mutating func noteDispositions(
    of contents: BatchBuilder.Contents, refused: Set<Int>, again: Set<Int>
  ) {
    var entries = contents.damaged.map(DispositionEntry.init(damaged:))
    for (number, event) in contents.events.enumerated() where !again.contains(number) {
      entries.append(
        DispositionEntry(event.id, refused.contains(number) ? .deadLettered : .delivered))
    }
    dispositions.add(entries)
  }

  private func ranges(of places: [Int], in events: [StoredEvent]) -> [PositionRange] {
    var ranges: [PositionRange] = []
    for place in places where events.indices.contains(place) {
      ranges.append(events[place].position)
    }
    return ranges
  }

  private mutating func settle(_ change: (inout Cursor) -> Void) throws(FileError) {
    let key = cursor.inFlight?.key
    var next = cursor
    change(&next)
    try commit(next)
    forgetContents()
    if let key { place.bodies.remove(key) }
    forgetUpload()
    reclaim()
  }
}
