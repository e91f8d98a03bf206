import Cairn

/// A journal for measurements, and an event of a given size for it.
struct BenchJournal: Sendable {
  let journal: Journal

  init(_ folder: String) throws {
    journal = try Journal(
      directory: folder, files: PosixFileSystem(), clock: SystemClock(),
      randomness: SystemRandomness())
  }

  /// Fills the buffer with a header and a payload of this many bytes, in the form that the SDK
  /// writes.
  static func fill(_ buffer: inout OutputBuffer, payload bytes: Int, id: UInt64) {
    buffer.removeAll()
    buffer.appendZeros(RecordHeader.headerSize)
    EventRecord(id: EventID(high: 0x0193_0000_0000_7000, low: id), kind: .track, time: 1)
      .writeHeader(into: &buffer)
    buffer.append(#"{"event":"Product Added","text":""#)
    while buffer.count < RecordHeader.headerSize + bytes - 2 { buffer.append(UInt8(ascii: "x")) }
    buffer.append(#""}"#)
  }

  /// Appends the content of the buffer; returns the position that a sync must cover.
  @inline(__always)
  func append(_ buffer: inout OutputBuffer, at moment: Moment) throws -> UInt64 {
    let appended = journal.append(&buffer, at: moment)
    guard case .stored = appended.outcome else {
      throw JournalError(.storage, path: journal.directory)
    }
    return appended.ticket
  }
}
