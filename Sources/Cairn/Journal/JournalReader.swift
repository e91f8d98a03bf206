/// Reads the events that a destination has not settled, in order.
///
/// It remembers where it stopped, so that the next reading continues there. It is used by one
/// worker and is not thread-safe.
package struct JournalReader {
  /// The content of the journal at a position.
  package enum Item {
    /// An event; the payload is valid until the visitor returns.
    case event(Position, payload: UnsafeRawBufferPointer, preamble: [UInt8])
    /// The positions of events that can no longer be read.
    case damaged(PositionRange)
  }

  private let journal: Journal
  /// The error because of which the last reading skipped events.
  package private(set) var failure: FileError?
  /// The lanes in which the last reading skipped events.
  package private(set) var failedLanes: Set<LaneID> = []
  private var resume: [LaneID: Resume] = [:]

  private struct Resume {
    var number: UInt32
    var offset: Int
    var index: UInt32
    var preamble: [UInt8]
  }

  package init(_ journal: Journal) { self.journal = journal }

  /// The number of lanes in which the reader remembers a position.
  package var remembered: Int { resume.count }

  /// Visits the events that are not settled, until the visitor returns false or the journal ends.
  package mutating func read(
    after settled: SettledPositions, _ visit: (Item) -> Bool
  ) {
    failure = nil
    failedLanes = []
    do throws(FileError) {
      try journal.refresh()
    } catch {
      failure = error
    }
    let segments = journal.segments()
    forget(allBut: segments, settled)
    for piece in ReadingPlan(readable(segments)).pieces
    where piece.last > settled.prefix(of: piece.segment.lane) {
      do throws(FileError) {
        guard try read(piece, settled, visit) else { return }
      } catch {
        // A sector that cannot be read now delays the rest of its segment, and nothing else.
        failure = error
        failedLanes.insert(piece.segment.lane)
      }
    }
  }

  /// Forgets the remembered positions in lanes from which nothing more is to be read.
  private mutating func forget(allBut segments: [SegmentSummary], _ settled: SettledPositions) {
    guard !resume.isEmpty else { return }
    var numbers: [LaneID: Set<UInt32>] = [:]
    for segment in segments where resume[segment.lane] != nil {
      guard segment.state == .open || !settled.contains(segment) else { continue }
      numbers[segment.lane, default: []].insert(segment.name.number)
    }
    resume = resume.filter { numbers[$0.key]?.contains($0.value.number) ?? false }
  }

  /// Returns the segments without those behind an unreadable file of their lane.
  ///
  /// Their events stay pending, because a gap there says nothing about the content of that file.
  private mutating func readable(_ segments: [SegmentSummary]) -> [SegmentSummary] {
    let unreadable = journal.unreadable
    guard let first = unreadable.first else { return segments }
    failedLanes = Set(unreadable.map(\.lane))
    failure = FileError(call: "open", path: first.fileName, code: FileError.inputOutput)
    return segments.filter { segment in
      !unreadable.contains { $0.lane == segment.lane && $0.number < segment.name.number }
    }
  }

  /// Reads a part of a segment; returns false when the visitor stops.
  private mutating func read(
    _ piece: ReadingPlan.Piece, _ settled: SettledPositions, _ visit: (Item) -> Bool
  ) throws(FileError) -> Bool {
    let segment = piece.segment
    let file: OpenFile
    do throws(FileError) {
      file = try OpenFile(
        journal.directory + "/" + segment.name.fileName, .read, in: journal.files)
    } catch {
      if error.code == FileError.missing { return true }
      throw error
    }
    var place = start(of: piece, settled)
    var scanner = SegmentScanner(
      file, lane: segment.lane, from: place.offset,
      after: place.offset > SegmentHeader.size ? place.index : segment.firstIndex - 1,
      limit: segment.bytes)
    while let item = try scanner.next() {
      guard case .record(let frame, let offset, let payload) = item else { continue }
      if frame.type == .preamble { place.preamble = try opened(Array(payload)) }
      guard frame.type == .event, frame.index >= piece.first else { continue }
      if frame.index > piece.last { break }
      let lost = missing(from: place.index + 1, upTo: frame.index, segment.lane, settled)
      for range in lost where try !visitLost(range, visit) { return false }
      let position = Position(lane: segment.lane, index: frame.index)
      if !settled.contains(position), try !show(position, payload, place.preamble, visit) {
        return false
      }
      place.index = frame.index
      place.offset = offset + frame.total
      resume[segment.lane] = place
    }
    for range in missing(from: place.index + 1, upTo: piece.last + 1, segment.lane, settled)
    where try !visitLost(range, visit) {
      return false
    }
    return true
  }

  /// Visits an event, decrypted if it is encrypted.
  private func show(
    _ position: Position, _ payload: UnsafeRawBufferPointer, _ preamble: [UInt8],
    _ visit: (Item) -> Bool
  ) throws(FileError) -> Bool {
    switch try journal.encryptor?.open(payload) ?? .asItIs {
    case .asItIs: return visit(.event(position, payload: payload, preamble: preamble))
    case .opened(let bytes):
      return bytes.withUnsafeBytes {
        visit(.event(position, payload: $0, preamble: preamble))
      }
    case .damaged:
      let index = position.index
      return visit(.damaged(PositionRange(lane: position.lane, first: index, last: index)))
    }
  }

  private func opened(_ preamble: [UInt8]) throws(FileError) -> [UInt8] {
    try journal.encryptor?.open(preamble: preamble) ?? preamble
  }

  /// Visits events that this segment has lost: their copies in other segments, and the rest as
  /// damaged.
  private func visitLost(
    _ range: PositionRange, _ visit: (Item) -> Bool
  ) throws(FileError) -> Bool {
    let found = MissingEventRecovery(range, in: journal).copies
    var next = range.first
    for (index, copy) in found.sorted(by: { $0.key < $1.key }) {
      guard visitDamaged(range.lane, next, upTo: index, visit) else { return false }
      let position = Position(lane: range.lane, index: index)
      let preamble = try opened(copy.preamble)
      let goesOn = try copy.payload.withUnsafeBufferPointer { (bytes) throws(FileError) in
        try show(position, UnsafeRawBufferPointer(bytes), preamble, visit)
      }
      guard goesOn else { return false }
      next = index + 1
    }
    return visitDamaged(range.lane, next, upTo: range.last + 1, visit)
  }

  private func visitDamaged(
    _ lane: LaneID, _ first: UInt32, upTo next: UInt32, _ visit: (Item) -> Bool
  ) -> Bool {
    first >= next || visit(.damaged(PositionRange(lane: lane, first: first, last: next - 1)))
  }

  private func start(of piece: ReadingPlan.Piece, _ settled: SettledPositions) -> Resume {
    let segment = piece.segment
    if let known = resume[segment.lane], known.number == segment.name.number,
      known.index <= settled.prefix(of: segment.lane), known.index >= piece.first - 1,
      known.index <= piece.last
    {
      return known
    }
    return Resume(
      number: segment.name.number, offset: SegmentHeader.size, index: piece.first - 1,
      preamble: [])
  }

  private func missing(
    from first: UInt32, upTo next: UInt32, _ lane: LaneID, _ settled: SettledPositions
  ) -> [PositionRange] {
    guard first < next else { return [] }
    return settled.unsettled(in: PositionRange(lane: lane, first: first, last: next - 1))
  }

  /// Visits the events at given positions; events that can no longer be read are skipped.
  package mutating func read(
    _ ranges: [PositionRange], after settled: SettledPositions, _ visit: (Item) -> Void
  ) {
    var wanted = ranges.total
    read(after: settled) { item in
      if case .event(let position, _, _) = item,
        ranges.contains(where: { $0.contains(position) })
      {
        visit(item)
        wanted -= 1
      }
      return wanted > 0
    }
  }
}

extension PositionRange {
  package func contains(_ position: Position) -> Bool {
    lane == position.lane && first <= position.index && position.index <= last
  }
}
