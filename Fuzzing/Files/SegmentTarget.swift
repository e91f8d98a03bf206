@testable import Cairn

/// One or two segments of a lane, read as in recovery and delivery.
enum SegmentTarget: FuzzTarget {
  /// The lane of the golden file `closed`, which is among the seeds.
  static let lane = LaneID(rawValue: 0x910A_2DEC_8902_5CC1)

  static func run(_ input: [UInt8]) {
    let parts = input.parts
    var files: [String: [Int: [UInt8]]] = [:]
    for (place, part) in parts.enumerated() {
      files["/log/" + name(place).fileName] = part.isEmpty ? [:] : [0: part]
    }
    let disk = FuzzFiles(files)
    var payloads: [UInt32: [[UInt8]]] = [:]
    do {
      var isOrderly = true
      for (place, part) in parts.enumerated() {
        checkHeader(part)
        checkSeal(part)
        let ordered = try records(of: place, part, disk)
        let all = allRecords(in: part)
        isOrderly = isOrderly && ordered.count == all.count
        for (index, payload) in all { payloads[index, default: []].append(payload) }
      }
      try SegmentReading(disk).check(payloads, isOrderly: isOrderly)
    } catch {
      fatalError("a disk without faults: \(error)")
    }
  }

  static func name(_ place: Int) -> SegmentName {
    SegmentName(ordinal: 1, lane: lane, number: UInt32(place + 1))
  }

  /// Returns the events that the scanner finds.
  ///
  /// Records and damage alternate, and a record equals the written one.
  private static func records(
    of place: Int, _ bytes: [UInt8], _ disk: FuzzFiles
  ) throws -> [(UInt32, [UInt8])] {
    let file = try OpenFile("/log/" + name(place).fileName, .read, in: disk)
    var scanner = SegmentScanner(file, lane: lane)
    var end = SegmentHeader.size
    var events: [(UInt32, [UInt8])] = []
    while let item = try scanner.next() {
      switch item {
      case .damage(let offset, let length, let reachesEnd):
        precondition(offset == end && length > 0, "damage begins where the record before ends")
        end = offset + length
        precondition(end <= bytes.count && (!reachesEnd || end == bytes.count), "inside the file")
      case .record(let frame, let offset, let payload):
        precondition(
          offset == end && offset % RecordHeader.alignment == 0, "records follow each other")
        end = offset + frame.total
        precondition(end <= bytes.count, "a record lies in its file")
        checkRecord(frame, Array(payload), Array(bytes[offset..<end]))
        guard frame.type == .event else { continue }
        precondition(frame.index > events.last?.0 ?? 0, "numbers increase")
        events.append((frame.index, Array(payload)))
      }
    }
    precondition(end == max(bytes.count, SegmentHeader.size), "nothing is left out")
    return events
  }

  /// Returns every event with valid checks at any offset: at least the events that are read in
  /// order.
  private static func allRecords(in bytes: [UInt8]) -> [(UInt32, [UInt8])] {
    var events: [(UInt32, [UInt8])] = []
    for offset in stride(from: SegmentHeader.size, to: bytes.count, by: RecordHeader.alignment)
    where bytes.number(UInt32.self, at: offset) == RecordHeader.marker {
      let rest = Array(bytes[offset...])
      guard let frame = rest.withUnsafeBytes({ RecordHeader.readHeader($0, lane: lane) }),
        frame.type == .event, frame.total <= rest.count
      else { continue }
      let payload = Array(rest[RecordHeader.headerSize..<RecordHeader.headerSize + frame.length])
      let check = payload.withUnsafeBytes { RecordHeader.payloadCheck($0, lane: lane) }
      if check == frame.payloadCheck { events.append((frame.index, payload)) }
    }
    return events
  }

  private static func checkRecord(_ frame: RecordHeader, _ payload: [UInt8], _ found: [UInt8]) {
    var buffer = OutputBuffer(capacity: frame.total)
    buffer.appendZeros(RecordHeader.headerSize)
    buffer.append(payload)
    _ = frame.seal(&buffer, lane: lane)
    var written = Array(buffer.bytes)
    // Reserved bytes are read unchanged, and no check covers the padding.
    for place in Array(13..<16) + Array(RecordHeader.headerSize + payload.count..<found.count) {
      written[place] = found[place]
    }
    if found[13..<16].contains(where: { $0 != 0 }) { written.set(frame.headCheck, at: 4) }
    precondition(written == found, "a record is written as it was read")
    _ = payload.withUnsafeBytes { StoredEvent($0, at: Position(lane: lane, index: 1))?.text }
    if frame.type == .dropNote, let note = payload.withUnsafeBytes({ DropNote($0) }) {
      precondition(note.range.first <= note.range.last, "a range")
    }
  }

  private static func checkHeader(_ bytes: [UInt8]) {
    guard case .intact(let header) = bytes.withUnsafeBytes({ SegmentHeader.read($0) }) else {
      return
    }
    var buffer = OutputBuffer(capacity: SegmentHeader.size)
    header.write(into: &buffer)
    var written = Array(buffer.bytes)
    var found = Array(bytes[..<SegmentHeader.size])
    // A later version may have a longer header; the check covers its length.
    for file in [36..<40, 72..<80] { for place in file { (written[place], found[place]) = (0, 0) } }
    precondition(written == found, "a header is written as it was read")
  }

  private static func checkSeal(_ bytes: [UInt8]) {
    let tail = Array(bytes.suffix(Seal.recordSize))
    guard let (seal, _) = tail.withUnsafeBytes({ Seal.read(tail: $0, lane: lane) }) else { return }
    var buffer = OutputBuffer(capacity: Seal.size)
    seal.write(into: &buffer)
    var written = Array(buffer.bytes)
    let found = Array(tail[RecordHeader.headerSize...])
    for place in 33..<40 { written[place] = found[place] }
    precondition(written == found, "a seal is written as it was read")
  }
}
