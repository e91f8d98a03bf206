/// A destination's place in the journal: what it is done with, what is under way, and what became of the rest.
package struct Cursor: Equatable, Sendable {
  package var settled = SettledSet()
  package var inFlight: SealedBatch?
  package var counters = Counters()

  package init() {}

  /// The events of these segments that are not settled.
  package func pending(in segments: [SegmentSummary]) -> Int { unsettled(in: segments).total }

  /// Their places, and those of the batch under way whose segments are gone: it has its body.
  package func unsettled(in segments: [SegmentSummary]) -> [PositionRange] {
    let last = lastIndices(segments)
    return last.filter { $0.value > 0 }.flatMap { lane in
      settled.unsettled(in: PositionRange(lane: lane.key, first: 1, last: lane.value))
    } + underWay(behind: last)
  }

  private func underWay(behind last: [LaneID: UInt32]) -> [PositionRange] {
    (inFlight?.ranges ?? []).flatMap { range in
      let known = last[range.lane] ?? 0
      guard range.last > known else { return [PositionRange]() }
      let part = PositionRange(
        lane: range.lane, first: max(range.first, known + 1), last: range.last)
      return settled.unsettled(in: part)
    }
  }

  /// The first so many places that are not settled, in the order of delivery.
  package func oldest(_ count: Int, in segments: [SegmentSummary]) -> [PositionRange] {
    var rest = count
    var oldest: [PositionRange] = []
    var seen = settled
    for segment in segments where rest > 0 && segment.lastIndex >= segment.firstIndex {
      let all = PositionRange(
        lane: segment.lane, first: segment.firstIndex, last: segment.lastIndex)
      for var part in seen.unsettled(in: all) where rest > 0 {
        let (end, overflows) = part.first.addingReportingOverflow(UInt32(clamping: rest - 1))
        if !overflows { part.last = min(part.last, end) }
        rest -= part.count
        oldest.append(part)
        seen.insert(part)
      }
    }
    return oldest
  }

  /// The events that this destination was ever responsible for.
  package func accepted(in segments: [SegmentSummary]) -> UInt64 {
    let last = lastIndices(segments)
    let present = last.values.reduce(UInt64(0)) { $0 + UInt64($1) }
    let vanished = settled.prefixes.filter { last[$0.key] == nil }.values
    // A loss of power took what lay before and around them, and they were settled all the same.
    let beyond = settled.islands.reduce(UInt64(0)) { sum, island in
      let known = max(last[island.lane] ?? 0, island.first - 1)
      return sum + (island.last > known ? UInt64(island.last - known) : 0)
    }
    // Wrapping: numbers that make no sense shall show as a ledger that does not balance.
    return counters.retired &+ present &+ vanished.reduce(0) { $0 + UInt64($1) }
      &+ beyond &+ UInt64(underWay(behind: last).total) &- counters.beforeJoining
  }

  private func lastIndices(_ segments: [SegmentSummary]) -> [LaneID: UInt32] {
    var last: [LaneID: UInt32] = [:]
    for segment in segments { last[segment.lane] = max(last[segment.lane] ?? 0, segment.lastIndex) }
    for (lane, prefix) in settled.prefixes where last[lane] != nil {
      last[lane] = max(last[lane] ?? 0, prefix)
    }
    return last
  }

  /// Begins at the oldest event that the journal still has.
  ///
  /// Segments go when everybody is done with them, also before and between others of their lane. Whoever looks for
  /// what was lost takes what is missing between them for damage.
  package mutating func join(
    _ segments: [SegmentSummary], unreadable: Set<LaneID> = [], gapsAreDamage: Bool = false
  ) {
    var next: [LaneID: UInt32] = [:]
    // By their events and not by their names: what was written again after a failed sync has a later name than what follows it.
    let inOrder = segments.sorted { $0.firstIndex < $1.firstIndex }
    for segment in inOrder where !unreadable.contains(segment.lane) {
      let isFirst = next[segment.lane] == nil
      let expected = next[segment.lane] ?? 1
      next[segment.lane] = max(expected, segment.firstIndex, segment.lastIndex + 1)
      guard segment.firstIndex > expected, isFirst || !gapsAreDamage else { continue }
      let gone = PositionRange(lane: segment.lane, first: expected, last: segment.firstIndex - 1)
      joinBehind(gone)
    }
  }

  /// Does not answer for events that were dropped before it came.
  package mutating func join(after drops: [PositionRange]) {
    for part in Settlement.droppable(self, drops) { joinBehind(part) }
  }

  /// What was gone before it came is counted once, however often it tries to begin.
  private mutating func joinBehind(_ gone: PositionRange) {
    for part in settled.unsettled(in: gone) {
      settled.insert(part)
      counters.beforeJoining &+= UInt64(part.count)
    }
  }

  /// Begins behind the newest event.
  package mutating func joinNow(_ segments: [SegmentSummary]) {
    for (lane, index) in lastIndices(segments) where index > 0 {
      settled.insert(PositionRange(lane: lane, first: 1, last: index))
      counters.beforeJoining &+= UInt64(index)
    }
  }

  /// Forgets lanes of which the journal has no file any more and to which nobody writes.
  package mutating func retireLanes(except present: Set<LaneID>) {
    let flying = Set(inFlight?.ranges.map(\.lane) ?? [])
    for lane in settled.lanes where !present.contains(lane) && !flying.contains(lane) {
      counters.retired &+= UInt64(settled.remove(lane))
    }
  }
}
