import JournalInspection
import Cairn

/// Writes a repaired copy of one segment: the same lane and numbers, every whole record, a header
/// and a seal.
struct SegmentRepair: ~Copyable {
  private let segment: SegmentSummary
  private var seal: Seal
  private var bytes = OutputBuffer(capacity: 1 << 20)
  private var record = OutputBuffer(capacity: 4_096)
  private var reason: Seal.Reason?
  private var ticks: UInt32 = 0

  init(_ segment: SegmentSummary) {
    self.segment = segment
    seal = Seal(lastIndex: segment.firstIndex - 1)
  }

  /// Copies the whole records from one folder to another; returns the number of events.
  ///
  /// `last` is the number of the last event that must have existed.
  mutating func run(
    from source: SegmentFolder, into path: String, through last: UInt32
  ) throws(FileError) -> Int {
    let header = try self.header(source)
    header.write(into: &bytes)
    var scanner = try source.scanner(segment)
    while let item = try scanner.next() {
      if case .record(let frame, _, let payload) = item { copy(frame, payload) }
    }
    appendSeal(through: last)
    let file = try OpenFile(path + "/" + segment.name.fileName, .create, in: PosixFileSystem())
    try file.write(bytes.bytes, at: 0)
    try file.sync()
    return Int(seal.events)
  }

  private mutating func copy(_ frame: RecordHeader, _ payload: UnsafeRawBufferPointer) {
    ticks = frame.ticks
    if frame.type == .seal {
      reason = Seal(payload)?.reason
    } else {
      append(frame, payload)
    }
    guard frame.type == .event else { return }
    let wall = EventRecord(payload)?.time ?? segment.header?.created.wall ?? 0
    seal.count(event: frame.index, bytes: frame.length, wall: wall)
  }

  private mutating func append(_ frame: RecordHeader, _ payload: UnsafeRawBufferPointer) {
    record.removeAll()
    record.appendZeros(RecordHeader.headerSize)
    record.append(payload)
    seal.chain = XXH64.chain(frame.seal(&record, lane: segment.lane), onto: seal.chain)
    bytes.append(record.bytes)
  }

  /// Appends a seal that covers the events up to the next segment, so that missing ones are
  /// detected.
  private mutating func appendSeal(through last: UInt32) {
    seal.lastIndex = max(seal.lastIndex, last)
    seal.reason = reason ?? .full
    var payload = OutputBuffer(capacity: 64)
    seal.write(into: &payload)
    let frame = RecordHeader(
      type: .seal, length: payload.count, index: seal.lastIndex &+ 1, ticks: ticks,
      payloadCheck: RecordHeader.payloadCheck(payload.bytes, lane: segment.lane))
    append(frame, payload.bytes)
  }

  /// Returns the original header, or one that is derived from the name and the first event.
  private func header(_ source: SegmentFolder) throws(FileError) -> SegmentHeader {
    if var header = segment.header {
      header.name = segment.name
      return header
    }
    return SegmentHeader(
      flags: source.holdsDeadLetters ? .deadLetter : [], name: segment.name,
      baseIndex: segment.firstIndex, created: try created(source), bootSession: 0)
  }

  private func created(_ source: SegmentFolder) throws(FileError) -> Moment {
    var scanner = try source.scanner(segment)
    while let item = try scanner.next() {
      guard case .record(let frame, _, let payload) = item, frame.type == .event,
        let event = EventRecord(payload)
      else { continue }
      return Moment(wall: event.time - Milliseconds(Int64(frame.ticks)), continuous: 0)
    }
    return Moment(wall: 0, continuous: 0)
  }
}
