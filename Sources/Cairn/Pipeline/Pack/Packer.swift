/// Chooses the events of the next batch: from the journal, behind a cursor, within the limits, of one context unless the
/// destination takes several.
package struct Packer {
  private var reader: JournalReader
  private let audience: Audience

  /// `name`: the destination that the batches are for.
  package init(_ journal: Journal, for name: String) {
    reader = JournalReader(journal)
    audience = Audience(destination: name)
  }

  /// Why the last selection left something out; nil when it saw everything.
  package var failure: FileError? { reader.failure }

  /// The same, if it was something of these places.
  package func failure(at ranges: [PositionRange]) -> FileError? {
    ranges.contains { reader.failedLanes.contains($0.lane) } ? reader.failure : nil
  }

  package mutating func select(
    after settled: SettledSet, _ limits: BatchLimits, mixesContexts: Bool = false,
    accepts: (StoredEvent) -> Bool
  ) -> Selection {
    var selection = Selection(limits, for: audience, mixesContexts: mixesContexts)
    reader.read(after: settled) { selection.add($0, accepts: accepts) }
    return selection
  }

  /// What a batch is made of.
  package struct Contents: Sendable {
    package var events: [StoredEvent] = []
    /// What all of them share, a JSON object.
    package var context: [UInt8] = []
  }

  /// What is in a batch that was sealed before; events that can be read no more are left out.
  package mutating func contents(
    at ranges: [PositionRange], after settled: SettledSet
  ) -> Contents {
    var contents = Contents()
    reader.read(ranges, after: settled) { item in
      if case .event(let position, let payload, let preamble) = item,
        let event = StoredEvent(payload, at: position)
      {
        contents.events.append(event)
        contents.context = preamble
      }
    }
    return contents
  }
}
