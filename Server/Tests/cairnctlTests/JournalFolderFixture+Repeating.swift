import Cairn
import Foundation

extension JournalFolderFixture {
  /// Returns a journal after a failed sync: events 4 to 6 are in two segments of one lane, as
  /// different copies.
  static func repeating() throws -> JournalFolderFixture {
    let scene = JournalFolderFixture()
    let log = scene.journal + "/log"
    try PosixFileSystem().makeDirectory(log)
    try write(log, number: 1, events: 1...6)
    try write(log, number: 2, events: 4...9)
    return scene
  }

  private static func write(_ folder: String, number: UInt32, events: ClosedRange<UInt32>) throws {
    let lane = LaneID(rawValue: 0x1234_5678_9abc_def0)
    let name = SegmentName(ordinal: 1, lane: lane, number: number)
    let header = SegmentHeader(
      flags: [], name: name, baseIndex: events.lowerBound,
      created: Moment(wall: 1_700_000_000_000, continuous: 1_000), bootSession: 0)
    var bytes = OutputBuffer(capacity: 4_096)
    header.write(into: &bytes)
    for index in events {
      var record = OutputBuffer(capacity: 256)
      record.appendZeros(RecordHeader.headerSize)
      EventRecord(
        id: EventID(high: UInt64(index), low: 7), kind: .track, time: 1_700_000_000_000
      ).writeHeader(into: &record)
      record.append(Array(#"{"event":"\#(index) of segment \#(number)"}"#.utf8))
      let payload = record.bytes.slice(
        RecordHeader.headerSize, record.count - RecordHeader.headerSize)
      let frame = RecordHeader(
        type: .event, length: payload.count, index: index, ticks: 0,
        payloadCheck: RecordHeader.payloadCheck(payload, lane: lane))
      _ = frame.seal(&record, lane: lane)
      bytes.append(record.bytes)
    }
    let file = try OpenFile(folder + "/" + name.fileName, .create, in: PosixFileSystem())
    try file.write(bytes.bytes, at: 0)
  }
}
