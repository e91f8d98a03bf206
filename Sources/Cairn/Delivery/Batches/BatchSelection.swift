/// The events after a cursor that were selected for the next batch, and those that were passed
/// over.
package struct BatchSelection: Sendable {
  package private(set) var events: [StoredEvent] = []
  /// The context that all events share, a JSON object.
  package private(set) var context: [UInt8] = []
  /// The positions of events that the destination does not accept, or that are for another
  /// destination.
  package private(set) var filtered: [PositionRange] = []
  /// The newest of the events for this destination that it does not accept.
  ///
  /// At least `mostRemembered` of them are kept, and at most twice as many, however long the
  /// backlog is.
  package private(set) var unwanted: [EventID] = []
  /// The positions of events that can no longer be read.
  package private(set) var damaged: [PositionRange] = []
  /// Whether there are more events than fit.
  package private(set) var isCut = false

  /// The maximum number of dispositions that are remembered, so that older identifiers are not
  /// needed.
  package static let mostRemembered = 4_096
  /// The maximum number of separate ranges in a cursor; a batch that would need more is cut.
  private static let mostRanges = 128
  private let limits: BatchLimits
  private let reader: Audience
  private let mixesContexts: Bool
  private var bytes = 0
  private var eventRanges = 0

  package init(_ limits: BatchLimits, for reader: Audience, mixesContexts: Bool = false) {
    self.limits = limits
    self.mixesContexts = mixesContexts
    self.reader = reader
  }

  package var contents: BatchBuilder.Contents {
    BatchBuilder.Contents(events: events, context: context)
  }

  /// The exact positions of the events.
  package var positions: [PositionRange] {
    var ranges: [PositionRange] = []
    for event in events { ranges.append(event.position) }
    return ranges
  }

  /// Adds the next item of the journal; returns false when the batch ends before it.
  package mutating func add(_ item: JournalReader.Item, accepts: (StoredEvent) -> Bool) -> Bool {
    guard eventRanges + filtered.count + damaged.count < Self.mostRanges else {
      isCut = true
      return false
    }
    switch item {
    case .damaged(let range):
      damaged.append(range)
      return true
    case .event(let position, let payload, let preamble):
      // A payload that passed both checks but is not a known event was written by a later version,
      // and stays pending for it.
      guard let event = StoredEvent(payload, at: position) else { return true }
      guard event.audience ?? reader == reader else {
        filtered.append(position)
        return true
      }
      guard accepts(event) else {
        filtered.append(position)
        pass(event.id)
        return true
      }
      return add(event, preamble)
    }
  }

  /// Removes many old identifiers at a time, because removing the first element of an array moves
  /// all others.
  private mutating func pass(_ id: EventID) {
    if unwanted.count >= 2 * Self.mostRemembered { unwanted.removeFirst(Self.mostRemembered) }
    unwanted.append(id)
  }

  private mutating func add(_ event: StoredEvent, _ preamble: [UInt8]) -> Bool {
    let isFull = events.count >= limits.events || bytes + event.json.count > limits.bytes
    if !events.isEmpty, isFull || !mixesContexts && preamble != context {
      isCut = true
      return false
    }
    if events.last?.position.isFollowed(by: event.position) != true { eventRanges += 1 }
    context = preamble
    bytes += event.json.count + 1
    events.append(event)
    return true
  }
}

extension Position {
  fileprivate func isFollowed(by other: Position) -> Bool {
    lane == other.lane && index + 1 == other.index
  }
}
