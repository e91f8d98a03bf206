/// Chooses the events of the next batch: from the journal, behind a cursor, within the limits, of one context.
package struct Packer {
  private var reader: JournalReader

  package init(_ journal: Journal) { reader = JournalReader(journal) }

  /// Why the last selection left something out; nil when it saw everything.
  package var failure: FileError? { reader.failure }

  /// The same, if it was something of these places.
  package func failure(at ranges: [PositionRange]) -> FileError? {
    ranges.contains { reader.failedLanes.contains($0.lane) } ? reader.failure : nil
  }

  package mutating func select(
    after settled: SettledSet, _ limits: BatchLimits, accepts: (StoredEvent) -> Bool
  ) -> Selection {
    var selection = Selection(limits)
    reader.read(after: settled) { selection.add($0, accepts: accepts) }
    return selection
  }

  /// The events of a batch that was sealed before; those that can be read no more are left out.
  package mutating func events(
    at ranges: [PositionRange], after settled: SettledSet
  ) -> [StoredEvent] {
    var events: [StoredEvent] = []
    reader.read(ranges, after: settled) { item in
      if case .event(let position, let payload, _) = item,
        let event = StoredEvent(payload, at: position)
      {
        events.append(event)
      }
    }
    return events
  }
}
