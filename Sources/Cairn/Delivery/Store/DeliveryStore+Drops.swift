/// Accounting of events that were removed to keep the journal's limit before this destination had
/// counted them.
extension DeliveryStore {
  /// Counts dropped events that were neither settled nor in flight; returns whether there were any.
  ///
  /// This must happen before lanes are forgotten, so that settled events are not counted again.
  @discardableResult
  mutating func takeDrops() throws(FileError) -> Bool {
    let drops = place.journal.drops
    guard isAcquired, !drops.isEmpty else { return false }
    var next = cursor
    next.take(drops)
    guard next != cursor else { return false }
    try commit(next, .ordered)
    place.reclaimer.register(name, cursor.settled)
    return true
  }

  /// Counts events that a limit, possibly of another process, has just removed, instead of counting
  /// them as damaged; returns whether there were any.
  mutating func takeDropsSeen(in selection: BatchSelection) throws(FileError) -> Bool {
    guard !selection.damaged.isEmpty else { return false }
    try place.checkNotErased()
    try place.journal.refreshDrops()
    return try takeDrops()
  }

  /// Returns the parts of these positions that a limit has removed.
  func dropped(of places: [PositionRange]) throws(FileError) -> [PositionRange] {
    guard !places.isEmpty else { return [] }
    try place.checkNotErased()
    try place.journal.refreshDrops()
    var drops = SettledPositions()
    drops.insert(place.journal.drops.map(\.range))
    return places.without(places.flatMap(drops.unsettled))
  }

  /// Drops old dead letters, so that those of the batch in flight, which are already stored, keep
  /// to the limit.
  ///
  /// On a full disk there may be no space to write down the drop; the letters are then dropped with
  /// the next ones.
  mutating func pushOut(adding number: Int) throws(FileError) -> DeadLetterStore.EvictedDeadLetters?
  {
    var counters = cursor.counters
    counters.deadLettered &+= UInt64(number)
    let pushedOut = try makeRoomForLetters(counters)
    if let pushedOut {
      dispositions.add(pushedOut.ids.map { DispositionEntry($0, .dropped(.deadLettersFull)) })
    }
    return pushedOut
  }

  private func makeRoomForLetters(_ counters: Counters) throws(FileError) -> DeadLetterStore
    .EvictedDeadLetters?
  {
    var hasMadeRoom = false
    defer { if hasMadeRoom { place.ballast.take() } }
    // The second attempt uses the space that is reserved for this.
    for _ in 0..<2 {
      do throws(FileError) {
        return try place.deadLetters.makeRoom(for: counters)
      } catch {
        guard StorageProblem(error) == .noSpace else { throw error }
        guard !hasMadeRoom, place.ballast.giveUp() else { return nil }
        hasMadeRoom = true
      }
    }
    return nil
  }

  /// Pins the segments of the batch in flight.
  func pin() { place.reclaimer.pin(name, cursor.inFlight?.ranges ?? []) }
}

extension Cursor {
  package mutating func take(_ drops: [DroppedPlaces]) {
    for drop in drops {
      guard let reason = DropReason(rawValue: Int(drop.reason)) else { continue }
      Settlement.drop(&self, [drop.range], reason)
    }
  }
}

extension [PositionRange] {
  /// Returns the parts of these ranges that are not in the others.
  func without(_ others: [PositionRange]) -> [PositionRange] {
    var gone = SettledPositions()
    gone.insert(others)
    return flatMap(gone.unsettled)
  }
}
