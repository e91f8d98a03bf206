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
    /// Places of the batch whose events can be read no more, now or ever.
    package var damaged: [PositionRange] = []
    /// How many are there, and mean nothing to this process: a later version wrote them, or their key is missing.
    package var foreign = 0

    /// These are gone for another reason.
    mutating func remove(damaged places: [PositionRange]) {
      guard !places.isEmpty else { return }
      var others = SettledSet()
      others.insert(places)
      damaged = damaged.flatMap(others.unsettled)
    }
  }

  /// What is in a batch that was sealed before.
  ///
  /// What is missing says `failure` of if it is only missing now; otherwise it is damaged.
  package mutating func contents(
    at ranges: [PositionRange], after settled: SettledSet
  ) -> Contents {
    var contents = Contents()
    var seen = SettledSet()
    reader.read(ranges, after: settled) { item in
      guard case .event(let position, let payload, let preamble) = item else { return }
      seen.insert(PositionRange(lane: position.lane, first: position.index, last: position.index))
      guard let event = StoredEvent(payload, at: position) else { return contents.foreign += 1 }
      contents.events.append(event)
      contents.context = preamble
    }
    if failure(at: ranges) == nil { contents.damaged = ranges.flatMap(seen.unsettled) }
    return contents
  }
}
