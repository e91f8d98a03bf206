import JournalInspection
import Cairn

/// The position of a reader in one journal.
///
/// It reads like a destination that accepts everything: in the order of delivery, each event once,
/// while segments and lanes are added and removed.
struct JournalTail {
  private let log: SegmentFolder
  /// The reader; nil while there is no segment.
  private var reader: JournalReader?
  /// The events that were shown or must not be shown.
  private var seen = SettledPositions()
  /// The events that were damaged, or removed between two reads.
  private(set) var missed: [PositionRange] = []
  /// The number of encrypted events whose key is not known.
  private(set) var encrypted = 0

  init(_ log: SegmentFolder) { self.log = log }

  /// Returns the last existing events, at most `number`.
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

  /// Returns the events since the last call, as JSON.
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
