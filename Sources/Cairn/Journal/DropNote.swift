/// A note in the journal that a limit is about to drop events, written before they are dropped.
///
/// Documentation/JournalFormat.md, section 5.
package struct DropNote: Equatable, Sendable {
  static let size = 40

  /// The number of the reason, as in a cursor's counters.
  package var reason: UInt8
  package var range: PositionRange
  /// The number of events in the file; `bytes` is the file's size.
  package var events: UInt32
  package var bytes: UInt64

  package init(reason: UInt8, range: PositionRange, events: UInt32, bytes: UInt64) {
    self.reason = reason
    self.range = range
    self.events = events
    self.bytes = bytes
  }

  package func write(into buffer: inout OutputBuffer) {
    buffer.append(littleEndian: UInt64(reason))
    buffer.append(littleEndian: range.lane.rawValue)
    buffer.append(littleEndian: range.first)
    buffer.append(littleEndian: range.last)
    buffer.append(littleEndian: events)
    buffer.append(littleEndian: UInt32(0))
    buffer.append(littleEndian: bytes)
  }

  package init?(_ payload: UnsafeRawBufferPointer) {
    guard payload.count == Self.size else { return nil }
    let first = payload.littleEndian(UInt32.self, at: 16)
    let last = payload.littleEndian(UInt32.self, at: 20)
    guard first >= 1, first <= last else { return nil }
    reason = payload[0]
    let lane = LaneID(rawValue: payload.littleEndian(UInt64.self, at: 8))
    range = PositionRange(lane: lane, first: first, last: last)
    events = payload.littleEndian(UInt32.self, at: 24)
    bytes = payload.littleEndian(UInt64.self, at: 32)
  }
}
