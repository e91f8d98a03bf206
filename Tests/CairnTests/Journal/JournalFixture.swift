import Cairn
import CairnTesting

/// A journal in memory, with operations for tests.
struct JournalFixture {
  let files: any FileSystem
  let clock = ManualClock()
  let randomness: SeededRandomness
  var options = JournalOptions()

  init(_ files: any FileSystem = InMemoryFileSystem(capacity: 256 << 20), seed: UInt64 = 1) {
    self.files = files
    randomness = SeededRandomness(seed: seed)
  }

  func open() throws -> Journal {
    try Journal(
      directory: "/log", files: files, clock: clock, randomness: randomness, options: options)
  }

  @discardableResult
  func append(_ text: String, to journal: Journal) throws -> Position {
    var buffer = OutputBuffer(capacity: 64)
    buffer.appendZeros(RecordHeader.headerSize)
    buffer.append(Array(text.utf8))
    let outcome = journal.append(&buffer, at: clock.now()).outcome
    guard case .stored(let position) = outcome else { throw NotStored(outcome: outcome) }
    return position
  }

  /// The outcome of an append that was not stored.
  struct NotStored: Error {
    var outcome: AppendResult.Outcome
  }

  /// Returns the events for a destination with these settled positions.
  func read(_ journal: Journal, after settled: SettledPositions = SettledPositions()) throws
    -> Reading
  {
    var reader = JournalReader(journal)
    var reading = Reading()
    reader.read(after: settled) { item in
      switch item {
      case .event(let position, let payload, let preamble):
        reading.texts.append(String(decoding: payload, as: UTF8.self))
        reading.positions.append(position)
        reading.preambles.append(String(decoding: preamble, as: UTF8.self))
      case .damaged(let range): reading.damaged.append(range)
      }
      return true
    }
    return reading
  }

  struct Reading: Equatable {
    var texts: [String] = []
    var positions: [Position] = []
    var preambles: [String] = []
    var damaged: [PositionRange] = []
  }

  func bytes(_ segment: SegmentSummary) throws -> [UInt8] {
    let file = try OpenFile("/log/" + segment.name.fileName, .read, in: files)
    return try file.read(try file.status().size, at: 0)
  }

  func overwrite(_ segment: SegmentSummary, _ bytes: [UInt8], at offset: Int = 0) throws {
    try OpenFile("/log/" + segment.name.fileName, .readWrite, in: files).write(bytes, at: offset)
  }
}
