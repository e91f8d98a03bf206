/// What is known of a segment without reading its events.
package struct SegmentSummary: Equatable, Sendable {
  package var name: SegmentName
  /// Nil when it is damaged; name and records say what is needed.
  package var header: SegmentHeader?
  package var firstIndex: UInt32
  /// The number of its last event; one less than `firstIndex` when it has none.
  package var lastIndex: UInt32
  /// Events that are there and whole, as far as is known.
  package var events: Int
  /// How far its records reach.
  package var bytes: Int
  package var state: State
  /// Milliseconds between the segment's creation and its last record.
  package var ticks: UInt32 = 0
  /// Bytes between records that are no record.
  package var damagedBytes = 0
  /// Bytes behind the last record that are no record: a write that a kill cut off.
  package var tornBytes = 0

  /// Who may still write to it.
  package enum State: Sendable {
    /// Somebody is writing to it, in this process or another.
    case open
    /// Closed in order, by a last record that says so.
    case sealed
    /// Its writer died. Nothing will follow.
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
