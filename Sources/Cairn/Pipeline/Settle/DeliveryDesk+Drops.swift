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

  /// The same, with what other processes have removed until now.
  ///
  /// They write it down before they remove a file: who misses one finds out why.
  mutating func takeNewDrops() throws(FileError) -> Bool {
    try place.journal.refreshDrops()
    return try takeDrops()
  }

  /// What of these places, which cannot be read, was removed for a cap by this process or another one.
  func dropped(of missing: [PositionRange]) throws(FileError) -> [PositionRange] {
    guard !missing.isEmpty else { return [] }
    try place.journal.refreshDrops()
    var drops = SettledSet()
    drops.insert(place.journal.drops.map(\.range))
    var damaged = SettledSet()
    damaged.insert(missing.flatMap(drops.unsettled))
    return missing.flatMap(damaged.unsettled)
  }

  /// Dead letters that go so that those of the batch under way, already stored, keep to their cap.
  mutating func pushOut(adding number: Int) throws(FileError) -> DeadLetters.PushedOut? {
    var counters = cursor.counters
    counters.deadLettered &+= UInt64(number)
    let pushedOut = try place.deadLetters.makeRoom(for: counters)
    if let pushedOut { fates.add(pushedOut.ids.map { FateEntry($0, .dropped(.deadLettersFull)) }) }
    return pushedOut
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
