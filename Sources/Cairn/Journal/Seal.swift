/// The summary of a closed segment: the payload of its last record.
///
/// Documentation/JournalFormat.md, section 5.
///
/// One read of the last 80 bytes of the file gives the number of its events, so that opening a
/// journal need not scan the segment.
package struct Seal: Equatable, Sendable {
  package static let size = 48
  /// The size of the seal's whole record, at the end of the file.
  package static let recordSize = RecordHeader.headerSize + size

  package var events: UInt32 = 0
  /// The number of the last event, or one less than the segment's first number when it holds none.
  package var lastIndex: UInt32
  package var eventBytes: UInt64 = 0
  package var firstWall: WallTime = .max
  package var lastWall: WallTime = .min
  package var reason: Reason = .full
  /// The XXH64 chain over the head checks of all records before this one, in order.
  package var chain: UInt64 = 0

  /// The reason why the segment was closed.
  package enum Reason: UInt8, Sendable {
    case full = 1
    case preambleChanged = 2
    case laneEnded = 5
  }

  package mutating func count(event index: UInt32, bytes: Int, wall: WallTime) {
    events += 1
    lastIndex = index
    eventBytes += UInt64(bytes)
    firstWall = min(firstWall, wall)
    lastWall = max(lastWall, wall)
  }

  package func write(into buffer: inout OutputBuffer) {
    buffer.append(littleEndian: events)
    buffer.append(littleEndian: lastIndex)
    buffer.append(littleEndian: eventBytes)
    buffer.append(littleEndian: firstWall.milliseconds)
    buffer.append(littleEndian: lastWall.milliseconds)
    buffer.append(littleEndian: UInt64(reason.rawValue))
    buffer.append(littleEndian: chain)
  }

  package init(lastIndex: UInt32) { self.lastIndex = lastIndex }

  package init?(_ payload: UnsafeRawBufferPointer) {
    guard payload.count == Self.size, let reason = Reason(rawValue: payload[32]) else { return nil }
    events = payload.littleEndian(UInt32.self, at: 0)
    lastIndex = payload.littleEndian(UInt32.self, at: 4)
    eventBytes = payload.littleEndian(UInt64.self, at: 8)
    firstWall = WallTime(milliseconds: payload.littleEndian(Int64.self, at: 16))
    lastWall = WallTime(milliseconds: payload.littleEndian(Int64.self, at: 24))
    self.reason = reason
    chain = payload.littleEndian(UInt64.self, at: 40)
  }

  /// Returns whether the numbers are possible for a segment that begins with this event.
  package func isPossible(after baseIndex: UInt32) -> Bool {
    lastIndex >= baseIndex - 1 && lastIndex < Position.indices.upperBound
      && events <= lastIndex - (baseIndex - 1)
  }

  /// Reads the seal at the end of a file; nil unless both its checks match.
  package static func read(
    tail: UnsafeRawBufferPointer, lane: LaneID
  ) -> (Seal, ticks: UInt32)? {
    guard tail.count == recordSize, let frame = RecordHeader.readHeader(tail, lane: lane),
      frame.type == .seal, frame.length == size
    else { return nil }
    let payload = tail.slice(RecordHeader.headerSize, size)
    guard RecordHeader.payloadCheck(payload, lane: lane) == frame.payloadCheck else { return nil }
    return Seal(payload).map { ($0, frame.ticks) }
  }
}
