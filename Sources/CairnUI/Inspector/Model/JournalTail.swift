import Cairn

/// Reads the events that were appended to the journal since the last reading.
///
/// It reads files, so it must not be used on a thread that records. A recording call does nothing
/// for it. Events that wait in memory are read once the disk accepts them.
struct JournalTail {
  private let journal: Journal
  private var reader: JournalReader
  /// The positions that were read, or are too old to be shown.
  private var seen = SettledPositions()
  /// The last context, and its bytes: successive events usually share one.
  private var context: (bytes: [UInt8], text: String) = ([], "")

  /// Begins in front of about the last `count` events of the journal.
  init(_ journal: Journal, last count: Int) {
    self.journal = journal
    reader = JournalReader(journal)
    // A folder that cannot be listed now is listed by the first reading.
    try? journal.refresh()
    let segments = journal.segments()
    skipRemoved(in: segments)
    skipOld(segments, keeping: count)
  }

  /// Returns the next events in the order of the journal, and the number of events that can no
  /// longer be read.
  mutating func next() -> (events: [InspectedEvent], missed: Int) {
    var events: [InspectedEvent] = []
    var lost: [PositionRange] = []
    var read: [PositionRange] = []
    var context = context
    reader.read(after: seen) { item in
      switch item {
      case .damaged(let range): lost.append(range)
      case .event(let position, let payload, let preamble):
        if preamble != context.bytes {
          context = (preamble, String(decoding: preamble, as: UTF8.self))
        }
        events.append(InspectedEvent(payload, context: context.text, at: position))
        read.append(position)
      }
      return true
    }
    self.context = context
    seen.insert(read)
    seen.insert(lost)
    forgetRemovedLanes()
    return (events, lost.total)
  }

  /// Skips the events that were removed from the start of each lane before the inspector opened.
  private mutating func skipRemoved(in segments: [SegmentSummary]) {
    var lanes: Set<LaneID> = []
    for segment in segments where lanes.insert(segment.lane).inserted && segment.firstIndex > 1 {
      seen.insert(PositionRange(lane: segment.lane, first: 1, last: segment.firstIndex - 1))
    }
  }

  /// Skips the segments in front of those with the last events, so that they need not be read.
  private mutating func skipOld(_ segments: [SegmentSummary], keeping count: Int) {
    var kept = 0
    for segment in segments.reversed() {
      if kept >= count, segment.lastIndex >= segment.firstIndex {
        seen.insert(
          PositionRange(
            lane: segment.lane, first: segment.firstIndex, last: segment.lastIndex))
      }
      kept += segment.events
    }
  }

  private mutating func forgetRemovedLanes() {
    let present = Set(journal.segments().map(\.lane) + journal.unreadable.map(\.lane))
    for lane in seen.lanes where lane != journal.lane && !present.contains(lane) {
      _ = seen.remove(lane)
    }
  }
}
