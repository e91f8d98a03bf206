/// Looks for an event in the segments of the journal: first in those that were written at its time, the newest first.
///
/// Reads files, at worst all of them, and takes no lock for longer than the list of them needs.
struct EventSearch {
  /// What was found.
  struct Found {
    /// Where the event was recorded.
    var position: Position?
    /// Where it was put back for one destination.
    var copies: [Audience: Position] = [:]
  }

  private static let tolerance: Int64 = 60_000

  let journal: Journal

  /// Ends where the event was recorded, or also looks for copies beyond.
  func find(_ id: EventID, withCopies: Bool = false) -> Found {
    try? journal.refresh()
    // The clock on the wall may have been set, and what waited in memory was written late: so the others as well.
    let segments = journal.segments().reversed()
    let likely = segments.filter { Self.mayHold(id, $0) }
    var found = Found()
    for segment in likely + segments.filter({ !Self.mayHold(id, $0) }) where !Task.isCancelled {
      // What cannot be read now is not found.
      try? scan(segment, for: id, &found)
      if found.position != nil, !withCopies { break }
    }
    return found
  }

  /// The identifier of the event at a place; nil when it is not there any more.
  func id(at position: Position) -> EventID? {
    let range = PositionRange(lane: position.lane, first: position.index, last: position.index)
    let payload = LostEvents(range, in: journal).copies[position.index]?.payload
    return payload?.withUnsafeBytes { EventRecord($0)?.id }
  }

  private static func mayHold(_ id: EventID, _ segment: SegmentSummary) -> Bool {
    guard let created = segment.header?.created.wall else { return true }
    return created - tolerance <= id.milliseconds
      && id.milliseconds <= created + Int64(segment.ticks) + tolerance
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
