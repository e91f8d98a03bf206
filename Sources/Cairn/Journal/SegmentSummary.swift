/// The known facts about a segment, which are available without reading its events.
package struct SegmentSummary: Equatable, Sendable {
  package var name: SegmentName
  /// The header; nil when it is damaged, in which case the name and the records provide what is
  /// needed.
  package var header: SegmentHeader?
  package var firstIndex: UInt32
  /// The number of the last event; one less than `firstIndex` when there is none.
  package var lastIndex: UInt32
  /// The number of whole events, as far as known.
  package var events: Int
  /// The offset of the end of the last record.
  package var bytes: Int
  package var state: State
  /// The milliseconds between the segment's creation and its last record.
  package var ticks: UInt32 = 0
  /// The number of bytes between records that are not a record.
  package var damagedBytes = 0
  /// The number of bytes after the last record that are not a record: a write that a kill cut off.
  package var tornBytes = 0
  /// Whether the writer of an abandoned segment may live, because every lock is granted here.
  package var mayGrow = false

  /// The state of a segment.
  package enum State: Sendable {
    /// A writer in this or another process has the segment open.
    case open
    /// The segment was closed in order; its last record is a seal.
    case sealed
    /// The segment has no writer any more, and no seal.
    case abandoned
  }

  package init(
    name: SegmentName, header: SegmentHeader?, firstIndex: UInt32, lastIndex: UInt32, events: Int,
    bytes: Int, state: State
  ) {
    self.name = name
    self.header = header
    self.firstIndex = firstIndex
    self.lastIndex = lastIndex
    self.events = events
    self.bytes = bytes
    self.state = state
  }

  package var lane: LaneID { name.lane }
}

extension [SegmentSummary] {
  /// Returns the segments in the order of their names: by lanes, and in each lane by age.
  // Not inlined, because a sort takes 3 KB of an app at each place that inlines it.
  @inline(never)
  func sortedByName() -> [SegmentSummary] { sorted { $0.name < $1.name } }
}
