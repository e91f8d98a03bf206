/// Selects the events of the next batch from the journal, after a cursor and within the limits.
///
/// All events of a batch have the same context, unless the destination accepts several.
package struct BatchBuilder {
  private var reader: JournalReader
  private let audience: Audience

  /// Creates a builder; `name` is the destination that the batches are for.
  package init(_ journal: Journal, for name: String) {
    reader = JournalReader(journal)
    audience = Audience(destination: name)
  }

  /// The error because of which the last selection skipped events; nil when it read everything.
  package var failure: FileError? { reader.failure }

  /// Returns that error if it concerns a lane of these positions.
  package func failure(at ranges: [PositionRange]) -> FileError? {
    ranges.contains { reader.failedLanes.contains($0.lane) } ? reader.failure : nil
  }

  package mutating func select(
    after settled: SettledPositions, _ limits: BatchLimits, mixesContexts: Bool = false,
    accepts: (StoredEvent) -> Bool
  ) -> BatchSelection {
    var selection = BatchSelection(limits, for: audience, mixesContexts: mixesContexts)
    reader.read(after: settled) { selection.add($0, accepts: accepts) }
    return selection
  }

  /// The contents of a batch.
  package struct Contents: Sendable {
    package var events: [StoredEvent] = []
    /// The context that all events share, a JSON object.
    package var context: [UInt8] = []
    /// The positions of the batch whose events can no longer be read.
    package var damaged: [PositionRange] = []
    /// The number of events that this process cannot interpret: a later version wrote them, or
    /// their key is missing.
    package var foreign = 0
  }

  /// Returns the contents of a batch that was sealed before.
  ///
  /// If `failure` is set for these positions, missing events may be readable later. Otherwise they
  /// are damaged.
  package mutating func contents(
    at ranges: [PositionRange], after settled: SettledPositions
  ) -> Contents {
    var contents = Contents()
    var seen = SettledPositions()
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
