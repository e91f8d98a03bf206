@testable import Cairn

/// The events that a destination reads from the segments, and their invariants.
struct SegmentReading {
  private let disk: FuzzFiles
  private let journal: Journal

  init(_ disk: FuzzFiles) throws {
    self.disk = disk
    journal = try Journal(
      directory: "/log", files: disk, clock: FuzzClock(), randomness: FuzzRandomness())
  }

  /// Compares with the scanner's events with the same number, in either segment.
  func check(_ payloads: [UInt32: [[UInt8]]], isOrderly: Bool) throws {
    let segments = journal.segments()
    for segment in segments {
      precondition(
        segment.firstIndex >= 1 && segment.lastIndex >= segment.firstIndex - 1, "numbers")
      precondition(segment.events <= Int(segment.lastIndex - (segment.firstIndex - 1)), "events")
    }
    let all = read(after: SettledPositions(), payloads)
    // Only some readers find events out of order, and a seal that covers less than its segment.
    guard isOrderly, journal.unreadable.isEmpty, try sealsAreTrue(segments) else { return }
    checkHalf(of: all, payloads)
    var cursor = Cursor()
    cursor.join(segments)
    let found = all.flatMap { cursor.settled.unsettled(in: $0) }
    precondition(
      cursor.pending(in: segments) == found.total, "all that is pending is found or lost")
    precondition(Int(cursor.accepted(in: segments)) == found.total, "and is accounted for")
  }

  private func sealsAreTrue(_ segments: [SegmentSummary]) throws -> Bool {
    for segment in segments where segment.state == .sealed {
      let file = try OpenFile("/log/" + segment.name.fileName, .read, in: disk)
      var scanner = SegmentScanner(file, lane: segment.lane, after: segment.firstIndex - 1)
      while let item = try scanner.next() {
        if case .record(let frame, _, _) = item, frame.type == .event,
          frame.index > segment.lastIndex
        {
          return false
        }
      }
    }
    return true
  }

  /// A destination that has settled the first half finds the second half.
  private func checkHalf(of all: [PositionRange], _ payloads: [UInt32: [[UInt8]]]) {
    guard let middle = all.isEmpty ? nil : all[all.count / 2] else { return }
    let half = PositionRange(lane: middle.lane, first: 1, last: middle.last)
    var settled = SettledPositions()
    settled.insert(half)
    let rest = all.flatMap { settled.unsettled(in: $0) }
    let found = read(after: settled, payloads)
    precondition(found == rest, "the rest is found: \(found) of \(rest)")
  }

  /// Checks that the visited positions, whole or damaged, are in order and unique.
  private func read(
    after settled: SettledPositions, _ payloads: [UInt32: [[UInt8]]]
  ) -> [PositionRange] {
    var reader = JournalReader(journal)
    var places: [PositionRange] = []
    var last: UInt32 = 0
    reader.read(after: settled) { item in
      let range: PositionRange
      switch item {
      case .event(let position, let payload, _):
        precondition(
          payloads[position.index]?.contains(Array(payload)) == true,
          "no phantom: \(position) \(Array(payload))")
        range = PositionRange(lane: position.lane, first: position.index, last: position.index)
      case .damaged(let damaged): range = damaged
      }
      precondition(range.lane == SegmentTarget.lane, "of this lane")
      precondition(range.first > last && range.first <= range.last, "positions increase")
      last = range.last
      places.append(range)
      return true
    }
    return places
  }
}
