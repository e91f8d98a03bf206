/// Reads the events that a destination has not settled, in order.
///
/// It remembers where it stopped, so that the next reading begins there. Used by one courier; not thread-safe.
package struct JournalReader {
  /// What the journal holds at a place.
  package enum Item {
    /// An event. The payload is valid until the visitor returns.
    case event(Position, payload: UnsafeRawBufferPointer, preamble: [UInt8])
    /// Events that were here and can be read no more.
    case damaged(PositionRange)
  }

  private let journal: Journal
  /// Why the last reading left something out.
  package private(set) var failure: FileError?
  private var resume: [LaneID: Resume] = [:]

  private struct Resume {
    var number: UInt32
    var offset: Int
    var index: UInt32
    var preamble: [UInt8]
  }

  package init(_ journal: Journal) { self.journal = journal }

  /// Visits what is not settled, until the visitor returns false or the journal ends.
  package mutating func read(
    after settled: SettledSet, _ visit: (Item) -> Bool
  ) {
    failure = nil
    journal.refresh()
    let segments = readable(journal.segments())
    for (place, segment) in segments.enumerated() {
      if place == 0 || segments[place - 1].lane != segment.lane {
        guard visitVanished(before: segment, settled, visit) else { return }
      }
      let follower = segments.dropFirst(place + 1).first { $0.lane == segment.lane }
      let last = max(segment.lastIndex, follower.map { $0.firstIndex - 1 } ?? 0)
      guard last > settled.prefix(of: segment.lane) else { continue }
      do throws(FileError) {
        guard try read(segment, through: last, settled, visit) else { return }
      } catch {
        // A sector that cannot be read now holds up what is in its segment, and nothing else.
        failure = error
      }
    }
  }

  /// What lies behind a file that cannot be read now waits for it: a gap there says nothing about what is in it.
  private mutating func readable(_ segments: [SegmentSummary]) -> [SegmentSummary] {
    let unreadable = journal.unreadable
    guard let first = unreadable.first else { return segments }
    failure = FileError(call: "open", path: first.fileName, code: FileError.inputOutput)
    return segments.filter { segment in
      !unreadable.contains { $0.lane == segment.lane && $0.number < segment.name.number }
    }
  }

  /// Whoever removed a file by hand removed its events; that is said, and holds up nothing.
  private func visitVanished(
    before segment: SegmentSummary, _ settled: SettledSet, _ visit: (Item) -> Bool
  ) -> Bool {
    missing(from: 1, upTo: segment.firstIndex, segment.lane, settled)
      .allSatisfy { visit(.damaged($0)) }
  }

  /// False when the visitor wants no more.
  private mutating func read(
    _ segment: SegmentSummary, through last: UInt32, _ settled: SettledSet,
    _ visit: (Item) -> Bool
  ) throws(FileError) -> Bool {
    let file: OpenFile
    do throws(FileError) {
      file = try OpenFile(
        journal.directory + "/" + segment.name.fileName, .read, in: journal.files)
    } catch {
      if error.code == FileError.missing { return true }
      throw error
    }
    var place = start(in: segment, settled)
    var scanner = SegmentScanner(
      file, lane: segment.lane, from: place.offset, after: place.index, limit: segment.bytes)
    while let item = try scanner.next() {
      guard case .record(let frame, let offset, let payload) = item else { continue }
      if frame.type == .preamble { place.preamble = Array(payload) }
      guard frame.type == .event, frame.index <= last else { continue }
      let lost = missing(from: place.index + 1, upTo: frame.index, segment.lane, settled)
      for range in lost where !visit(.damaged(range)) { return false }
      let position = Position(lane: segment.lane, index: frame.index)
      if !settled.contains(position),
        !visit(.event(position, payload: payload, preamble: place.preamble))
      {
        return false
      }
      place.index = frame.index
      place.offset = offset + frame.total
      resume[segment.lane] = place
    }
    for range in missing(from: place.index + 1, upTo: last + 1, segment.lane, settled)
    where !visit(.damaged(range)) {
      return false
    }
    return true
  }

  private func start(in segment: SegmentSummary, _ settled: SettledSet) -> Resume {
    if let known = resume[segment.lane], known.number == segment.name.number,
      known.index <= settled.prefix(of: segment.lane)
    {
      return known
    }
    return Resume(
      number: segment.name.number, offset: SegmentHeader.size, index: segment.firstIndex - 1,
      preamble: [])
  }

  private func missing(
    from first: UInt32, upTo next: UInt32, _ lane: LaneID, _ settled: SettledSet
  ) -> [PositionRange] {
    guard first < next else { return [] }
    return settled.unsettled(in: PositionRange(lane: lane, first: first, last: next - 1))
  }

  /// Visits the events at given places; what can be read no more is left out.
  package mutating func read(
    _ ranges: [PositionRange], after settled: SettledSet, _ visit: (Item) -> Void
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
