import JournalInspection
import Cairn

/// Where a reader of one journal stopped.
///
/// It reads like a destination that takes everything: in the order of delivery, each event once, with segments and lanes
/// coming and going.
struct JournalTail {
  private let log: SegmentFolder
  /// Nil as long as there is no segment.
  private var reader: JournalReader?
  /// What was shown, or is not to be.
  private var seen = SettledPositions()
  /// Events that came and went between two looks, or that are damaged.
  private(set) var missed: [PositionRange] = []
  /// How many are encrypted, and the key is not known.
  private(set) var encrypted = 0

  init(_ log: SegmentFolder) { self.log = log }

  /// The last events that are there, at most so many.
  mutating func last(_ number: Int) throws -> [String] {
    let segments = try log.findings().segments
    var events = 0
    var shown: [LaneID: UInt32] = [:]
    for segment in segments.reversed() {
      let last = min(segment.lastIndex, (shown[segment.lane] ?? .max) - 1)
      if events < number {
        events += segment.events
        shown[segment.lane] = min(segment.firstIndex, shown[segment.lane] ?? .max)
      } else if last > 0 {
        seen.insert(PositionRange(lane: segment.lane, first: 1, last: last))
      }
    }
    return try Array(more().suffix(number))
  }

  /// The events since the last call, as JSON.
  mutating func more() throws -> [String] {
    if reader == nil { reader = try log.journal().map { JournalReader($0) } }
    guard var reader = reader.take() else { return [] }
    var lines: [String] = []
    var shown = seen
    missed = []
    encrypted = 0
    reader.read(after: seen) { item in
      switch item {
      case .damaged(let range):
        shown.insert(range)
        missed.append(range)
      case .event(let position, let payload, _):
        shown.insert(
          PositionRange(lane: position.lane, first: position.index, last: position.index))
        guard let record = EventRecord(payload) else { break }
        if record.isSealed {
          encrypted += 1
        } else {
          lines.append(String(decoding: record.object(payload), as: UTF8.self))
        }
      }
      return true
    }
    seen = shown
    self.reader = reader
    return lines
  }
}
