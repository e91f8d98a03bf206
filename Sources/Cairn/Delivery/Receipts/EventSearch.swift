/// Searches an event in the segments of the journal, first in those that were written at its time,
/// the newest first.
///
/// Reads files, in the worst case all of them. It holds no lock longer than is needed to list them.
struct EventSearch {
  /// The result of a search.
  struct Found {
    /// The position at which the event was recorded.
    var position: Position?
    /// The positions of replayed copies, by destination.
    var copies: [Audience: Position] = [:]
  }

  private static let tolerance: Milliseconds = .minutes(1)

  let journal: Journal

  /// Searches an event; ends at its recorded position, or with `withCopies` also searches for
  /// copies.
  func find(_ id: EventID, withCopies: Bool = false) -> Found {
    try? journal.refresh()
    // The other segments are searched too, because the wall clock may have been set, and events
    // that waited in memory were written late.
    let segments = journal.segments().reversed()
    let likely = segments.filter { Self.mayHold(id, $0) }
    var found = Found()
    for segment in likely + segments.filter({ !Self.mayHold(id, $0) }) where !Task.isCancelled {
      // A segment that cannot be read now is skipped.
      try? scan(segment, for: id, &found)
      if found.position != nil, !withCopies { break }
    }
    return found
  }

  /// Returns the identifier of the event at a position; nil when it is no longer there.
  func id(at position: Position) -> EventID? {
    let range = PositionRange(lane: position.lane, first: position.index, last: position.index)
    let payload = MissingEventRecovery(range, in: journal).copies[position.index]?.payload
    return payload?.withUnsafeBytes { EventRecord($0)?.id }
  }

  private static func mayHold(_ id: EventID, _ segment: SegmentSummary) -> Bool {
    guard let created = segment.header?.created.wall else { return true }
    let time = WallTime(milliseconds: id.milliseconds)
    let ticks = Milliseconds(Int64(segment.ticks))
    return created - tolerance <= time && time <= created + ticks + tolerance
  }

  private func scan(
    _ segment: SegmentSummary, for id: EventID, _ found: inout Found
  ) throws(FileError) {
    let file = try OpenFile(
      journal.directory + "/" + segment.name.fileName, .read, in: journal.files)
    var scanner = SegmentScanner(
      file, lane: segment.lane, limit: segment.bytes, inAnyOrder: true)
    while let item = try scanner.next() {
      guard case .record(let frame, _, let payload) = item, frame.type == .event,
        let record = EventRecord(payload), record.id == id
      else { continue }
      let position = Position(lane: segment.lane, index: frame.index)
      if let audience = record.audience {
        found.copies[audience] = found.copies[audience] ?? position
      } else {
        found.position = position
      }
    }
  }
}
