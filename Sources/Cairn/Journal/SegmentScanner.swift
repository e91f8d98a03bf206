/// Reads the records of a segment file in order, and finds the next whole record behind damage.
///
/// It writes nothing. Every record that it returns has passed both checks.
/// Documentation/JournalFormat.md, section 7, steps 4 to 6.
package struct SegmentScanner: ~Copyable {
  /// An item found in the file.
  package enum Item {
    /// A whole record; the payload is valid until the next call.
    case record(RecordHeader, offset: Int, payload: UnsafeRawBufferPointer)
    /// Bytes that are not a record, up to the next record or the end of the file.
    case damage(offset: Int, length: Int, reachesEnd: Bool)
  }

  private let lane: LaneID
  private var window: FileWindow
  /// The offset at which the next record is expected.
  package private(set) var offset: Int
  /// The number that the next event must exceed: a copy of an earlier block is not a new event.
  private var lastIndex: UInt32
  private let isInAnyOrder: Bool

  package init(
    _ file: OpenFile, lane: LaneID, from offset: Int = SegmentHeader.size, after index: UInt32 = 0,
    limit: Int? = nil, inAnyOrder: Bool = false
  ) {
    self.lane = lane
    self.offset = offset
    lastIndex = index
    isInAnyOrder = inAnyOrder
    window = FileWindow(file, limit: limit ?? .max)
  }

  package mutating func next() throws(FileError) -> Item? {
    let start = offset
    while true {
      guard let header = try window.bytes(at: offset, count: RecordHeader.headerSize) else {
        return try tail(from: start)
      }
      if let frame = RecordHeader.readHeader(header, lane: lane), isNext(frame),
        let record = try window.bytes(at: offset, count: frame.total),
        isWhole(frame, record)
      {
        if offset > start {
          return .damage(offset: start, length: offset - start, reachesEnd: false)
        }
        return accept(frame, record)
      }
      // The end of a damaged record is not used: it may be a copy of another block, and span whole
      // records.
      offset = try window.findMarker(from: offset + RecordHeader.alignment)
    }
  }

  private mutating func accept(_ frame: RecordHeader, _ record: UnsafeRawBufferPointer) -> Item {
    let place = offset
    offset += frame.total
    if frame.type == .event, !isInAnyOrder { lastIndex = frame.index }
    return .record(
      frame, offset: place, payload: record.slice(RecordHeader.headerSize, frame.length))
  }

  private func isNext(_ frame: RecordHeader) -> Bool {
    frame.index > lastIndex
  }

  private func isWhole(_ frame: RecordHeader, _ record: UnsafeRawBufferPointer) -> Bool {
    let payload = record.slice(RecordHeader.headerSize, frame.length)
    return RecordHeader.payloadCheck(payload, lane: lane) == frame.payloadCheck
  }

  private mutating func tail(from start: Int) throws(FileError) -> Item? {
    let end = try window.end()
    offset = max(end, start)
    guard end > start else { return nil }
    return .damage(offset: start, length: end - start, reachesEnd: true)
  }
}
