/// Looks elsewhere for events that are missing from the segment they should be in.
///
/// When a sync failed, or a loss of power brought back blocks of a removed file, more than one segment of a lane reaches
/// over the same numbers, and each may have what the others lost.
struct LostEvents {
  /// An event that another segment has.
  struct Copy {
    var payload: [UInt8]
    var preamble: [UInt8]
  }

  let journal: Journal
  /// The events of these places that some segment still has.
  private(set) var copies: [UInt32: Copy] = [:]

  init(_ range: PositionRange, in journal: Journal) {
    self.journal = journal
    for segment in journal.segments()
    where segment.lane == range.lane && Self.mayHold(range, segment) {
      // What cannot be read now is missed as what is not there.
      try? collect(range, from: segment)
    }
  }

  /// Without a header its numbers are guessed.
  private static func mayHold(_ range: PositionRange, _ segment: SegmentSummary) -> Bool {
    segment.header == nil
      || segment.firstIndex <= range.last && segment.lastIndex >= range.first
  }

  private mutating func collect(
    _ range: PositionRange, from segment: SegmentSummary
  ) throws(FileError) {
    let file = try OpenFile(
      journal.directory + "/" + segment.name.fileName, .read, in: journal.files)
    // A block in the wrong place may hold later events than those behind it.
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
