/// Handling of events that are for other destinations.
extension DeliveryDriver {
  /// Reads which of these events are interactions, so that a destination for interactions alone
  /// counts them exactly.
  func learn(_ places: [PositionRange]) {
    guard kindMask.isInInteractionsAlone, !places.isEmpty else { return }
    var found: [LaneID: [PositionRange]] = [:]
    var reader = JournalReader(journal)
    reader.read(after: store.cursor.settled) { item in
      if case .event(let position, let payload, _) = item,
        EventRecord(payload)?.kind == .interaction
      {
        found[position.lane, default: []].append(position)
      }
      return true
    }
    for (lane, ranges) in Dictionary(grouping: places, by: \.lane)
    where !reader.failedLanes.contains(lane) {
      guard let first = ranges.map(\.first).min(), let last = ranges.map(\.last).max() else {
        continue
      }
      journal.marked.learn(
        PositionRange(lane: lane, first: first, last: last), marked: found[lane] ?? [])
    }
  }

  /// Performs the work, and settles events for other destinations when nothing is left to deliver,
  /// because the journal keeps them until then.
  mutating func passingOver(_ work: (inout DeliveryDriver) -> [Effect]) -> [Effect] {
    let effects = work(&self)
    guard machine.phase == .resting, pending == 0,
      store.cursor.pending(in: journal.segments()) > 0, permission() == .granted
    else { return effects }
    // An error is ignored, because the next events trigger another attempt.
    try? counted { (delivery) throws(FileError) in
      if try delivery.store.acquire() {
        try delivery.store.passOver(for: delivery.destination)
      }
    }
    return effects
  }
}
