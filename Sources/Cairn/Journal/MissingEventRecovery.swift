/// Finds events that are missing from their segment in other segments of the lane.
///
/// After a failed sync, or when a loss of power restored blocks of a removed file, several segments
/// of a lane can cover the same numbers, and each may contain what the others have lost.
struct MissingEventRecovery {
  /// An event in another segment.
  struct Copy {
    var payload: [UInt8]
    var preamble: [UInt8]
  }

  let journal: Journal
  /// The events of the range that some segment contains, by their number.
  private(set) var copies: [UInt32: Copy] = [:]

  init(_ range: PositionRange, in journal: Journal) {
    self.journal = journal
    for segment in journal.segments()
    where segment.lane == range.lane && Self.mayHold(range, segment) {
      // A segment that cannot be read now is treated as missing.
      try? collect(range, from: segment)
    }
  }

  /// Returns whether a segment may contain events of the range; without a header its numbers are
  /// guessed.
  private static func mayHold(_ range: PositionRange, _ segment: SegmentSummary) -> Bool {
    segment.header == nil
      || segment.firstIndex <= range.last && segment.lastIndex >= range.first
  }

  private mutating func collect(
    _ range: PositionRange, from segment: SegmentSummary
  ) throws(FileError) {
    let file = try OpenFile(
      journal.directory + "/" + segment.name.fileName, .read, in: journal.files)
    // A misplaced block may hold later events than the blocks behind it.
    var scanner = SegmentScanner(file, lane: segment.lane, inAnyOrder: true)
    var preamble: [UInt8] = []
    while let item = try scanner.next() {
      guard case .record(let frame, _, let payload) = item else { continue }
      if frame.type == .preamble { preamble = Array(payload) }
      guard frame.type == .event, range.first <= frame.index, frame.index <= range.last else {
        continue
      }
      copies[frame.index] = Copy(payload: Array(payload), preamble: preamble)
    }
  }
}
