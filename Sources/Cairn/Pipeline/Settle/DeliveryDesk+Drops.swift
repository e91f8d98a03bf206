/// What was removed to keep the journal's cap, before this destination could count it.
extension DeliveryDesk {
  /// Counts what of it was neither settled nor under way; whether there was any.
  ///
  /// Before lanes are forgotten: what is settled there is not counted again.
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

  /// What a cap has removed a moment ago, perhaps that of another process, is not damaged; whether there was any.
  mutating func takeDropsSeen(in selection: Selection) throws(FileError) -> Bool {
    guard !selection.damaged.isEmpty else { return false }
    try place.checkNotErased()
    try place.journal.refreshDrops()
    return try takeDrops()
  }

  /// What of these places a cap has removed.
  func dropped(of places: [PositionRange]) throws(FileError) -> [PositionRange] {
    guard !places.isEmpty else { return [] }
    try place.checkNotErased()
    try place.journal.refreshDrops()
    var drops = SettledSet()
    drops.insert(place.journal.drops.map(\.range))
    return places.without(places.flatMap(drops.unsettled))
  }

  /// Dead letters that go so that those of the batch under way, already stored, keep to their cap.
  ///
  /// On a full disk there may be no room to write down which: then they go with the next ones.
  mutating func pushOut(adding number: Int) throws(FileError) -> DeadLetters.PushedOut? {
    var counters = cursor.counters
    counters.deadLettered &+= UInt64(number)
    let pushedOut = try makeRoomForLetters(counters)
    if let pushedOut { fates.add(pushedOut.ids.map { FateEntry($0, .dropped(.deadLettersFull)) }) }
    return pushedOut
  }

  private func makeRoomForLetters(_ counters: Counters) throws(FileError) -> DeadLetters.PushedOut?
  {
    var hasMadeRoom = false
    defer { if hasMadeRoom { place.ballast.take() } }
    // The second time with the room that is kept for this.
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

  /// The batch under way keeps its segments.
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
  /// Those of these places that are not among the others.
  func without(_ others: [PositionRange]) -> [PositionRange] {
    var gone = SettledSet()
    gone.insert(others)
    return flatMap(gone.unsettled)
  }
}
