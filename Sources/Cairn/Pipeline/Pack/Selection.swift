/// What was found behind a cursor for the next batch.
package struct Selection: Sendable {
  package private(set) var events: [StoredEvent] = []
  /// The context that all of them share, a JSON object.
  package private(set) var context: [UInt8] = []
  /// Events that the destination does not take, or that are for another one.
  package private(set) var filtered: [PositionRange] = []
  /// The newest of them that are for this destination, and that it does not take: at least `mostRemembered`, and at most
  /// twice as many, however long the backlog is.
  package private(set) var unwanted: [EventID] = []
  /// Events that can be read no more.
  package private(set) var damaged: [PositionRange] = []
  /// Whether there is more than fits.
  package private(set) var isCut = false

  /// Of what became of events no more are remembered than these, so that earlier ones need not be known.
  package static let mostRemembered = 4_096
  /// A cursor has room for so many separate ranges; a batch that would need more is cut.
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

  package var contents: Packer.Contents { Packer.Contents(events: events, context: context) }

  /// The places of the events, exactly.
  package var positions: [PositionRange] {
    var ranges: [PositionRange] = []
    for event in events { ranges.append(event.position) }
    return ranges
  }

  /// Takes what comes next in the journal; false when the batch ends before it.
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
      // A payload that passed both checks and is no event was written by a later version: it waits for that one.
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

  /// Older ones go many at a time: to remove the first of an array moves all others.
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
