import Cairn
import CairnTesting

/// A golden segment on its own disk, for reading and damaging.
struct GoldenSegment {
  let stored: HexFile
  private let files: InMemoryFileSystem
  private let file: OpenFile

  init(_ golden: GoldenFile) throws {
    stored = try golden.stored()
    files = try golden.disk()
    file = try OpenFile(stored.path, .readWrite, in: files)
  }

  func journal() throws -> Journal {
    try Journal(
      directory: stored.directory, files: files, clock: ManualClock(),
      randomness: SeededRandomness(seed: 99))
  }

  func write(_ byte: UInt8, at offset: Int) throws { try file.write([byte], at: offset) }

  /// Returns the contents for a destination that has settled nothing.
  func read() throws -> Contents {
    var reader = JournalReader(try journal())
    var found = Contents()
    reader.read(after: SettledPositions()) { item in
      switch item {
      case .event(let position, let payload, let preamble):
        found.payloads.append(Array(payload))
        found.indices.append(position.index)
        let preamble = String(decoding: preamble, as: UTF8.self)
        if found.preambles.last != preamble { found.preambles.append(preamble) }
      case .damaged(let range): found.damaged += range.count
      }
      return true
    }
    return found
  }

  struct Contents: Equatable {
    var payloads: [[UInt8]] = []
    var indices: [UInt32] = []
    var preambles: [String] = []
    var damaged = 0
  }

  /// Returns the range of each event's record.
  func records() throws -> [UInt32: Range<Int>] {
    guard let name = SegmentName(String(stored.path.dropFirst(stored.directory.count + 1))) else {
      return [:]
    }
    var scanner = SegmentScanner(file, lane: name.lane)
    var records: [UInt32: Range<Int>] = [:]
    while let item = try scanner.next() {
      guard case .record(let frame, let offset, _) = item, frame.type == .event else { continue }
      records[frame.index] = offset..<offset + frame.total
    }
    return records
  }
}
