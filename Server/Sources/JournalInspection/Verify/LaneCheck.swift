package import Cairn

/// The check of the segments of one lane: each must continue at the end of the one before it.
package struct LaneCheck {
  private let segments: [SegmentCheck]
  /// The settled events of each destination of the journal; empty when there are no cursors.
  private let settled: [SettledPositions]
  private let judgesGaps: Bool
  package private(set) var damages: [Damage] = []
  package private(set) var notes: [String] = []

  /// Checks `segments` in the order in which they were written, with `settled` as read after them.
  ///
  /// `judgesGaps` is true when the whole lane could be read.
  package init(_ segments: [SegmentCheck], settled: [SettledPositions], judgesGaps: Bool) {
    self.segments = segments
    self.judgesGaps = judgesGaps
    self.settled = settled
    var last: UInt32?
    for (place, segment) in segments.enumerated() {
      let previous = place == 0 ? nil : segments[place - 1]
      compare(segment, with: previous, after: last)
      damages += segment.damages
      notes += segment.notes
      last = [last, segment.promisedIndex, segment.beginning.map { $0 - 1 }].compactMap { $0 }.max()
    }
    if let segment = segments.last, let tail = segment.tail { report(tail, of: segment) }
    forgiveRepeated()
  }

  private mutating func compare(
    _ segment: SegmentCheck, with previous: SegmentCheck?, after last: UInt32?
  ) {
    let expected = (last ?? 0) + 1
    let first = segment.beginning ?? expected
    if first < expected {
      notes.append(
        "\(segment.label): events \(first)…\(expected - 1) repeated after a failed sync")
    }
    let lost = first > expected && judgesGaps ? waitedFor(from: expected, upTo: first, segment) : []
    guard let previous else {
      if !lost.isEmpty, !settled.isEmpty {
        damages.append(
          Damage(file: segment.label, what: "the records before it are missing", lost: lost))
      }
      return
    }
    if let tail = previous.tail {
      report(tail, of: previous, lost: lost)
    } else if !lost.isEmpty {
      damages.append(
        Damage(
          file: previous.label, offset: previous.bytes, what: "the records after it are missing",
          lost: lost))
    }
  }

  /// Returns the missing events that a destination had not settled: events that all had settled
  /// were removed normally.
  private func waitedFor(from first: UInt32, upTo next: UInt32, _ segment: SegmentCheck)
    -> [PositionRange]
  {
    let gap = PositionRange(lane: segment.name.lane, first: first, last: next - 1)
    guard !settled.isEmpty else { return [gap] }
    var done = SettledPositions()
    var waiting = SettledPositions()
    for set in settled { waiting.insert(set.unsettled(in: gap)) }
    done.insert(waiting.unsettled(in: gap))
    return done.unsettled(in: gap)
  }

  private mutating func report(
    _ tail: SegmentTail, of segment: SegmentCheck, lost: [PositionRange] = []
  ) {
    var lost = lost
    if lost.isEmpty, tail.isDamage, let index = tail.index {
      let first = min((segment.lastIndex ?? index - 1) + 1, index)
      lost = [PositionRange(lane: segment.name.lane, first: first, last: index)]
    }
    if tail.isDamage || !lost.isEmpty {
      let what = tail.isDamage ? tail.text : "\(tail.length) bytes are not a record"
      damages.append(
        Damage(file: segment.label, offset: tail.offset, what: what, lost: lost))
    } else {
      notes.append("\(segment.label) at \(tail.offset): \(tail.text)")
    }
  }

  /// Removes events that another segment contains too: after a failed sync, an event may be in two
  /// segments.
  private mutating func forgiveRepeated() {
    var whole = SettledPositions()
    for segment in segments {
      guard let first = segment.firstIndex, let last = segment.lastIndex else { continue }
      var missing = SettledPositions()
      for damage in segment.damages { missing.insert(damage.lost) }
      let range = PositionRange(lane: segment.name.lane, first: first, last: last)
      whole.insert(missing.unsettled(in: range))
    }
    for place in damages.indices {
      damages[place].lost = damages[place].lost.flatMap { whole.unsettled(in: $0) }
    }
  }
}
