/// The cursor of a destination in the journal: the settled events, the batch in flight, and the
/// counters.
package struct Cursor: Equatable, Sendable {
  package var settled = SettledPositions()
  package var inFlight: SealedBatch?
  package var counters = Counters()

  package init() {}

  /// Returns the number of unsettled events in these segments.
  package func pending(in segments: [SegmentSummary]) -> Int { unsettled(in: segments).total }

  /// Returns the unsettled positions in these segments, and those of the batch in flight whose
  /// segments are gone.
  ///
  /// The body of that batch still exists.
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

  /// Returns the first `count` unsettled positions, in the order of delivery.
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

  /// Returns the number of events for which this destination was ever responsible.
  package func accepted(in segments: [SegmentSummary]) -> UInt64 {
    let last = lastIndices(segments)
    let present = last.values.reduce(UInt64(0)) { $0 + UInt64($1) }
    let vanished = settled.prefixes.filter { last[$0.key] == nil }.values
    // A loss of power took the events around these islands, which were settled before.
    let beyond = settled.islands.reduce(UInt64(0)) { sum, island in
      let known = max(last[island.lane] ?? 0, island.first - 1)
      return sum + (island.last > known ? UInt64(island.last - known) : 0)
    }
    // Wrapping arithmetic, so that inconsistent numbers show up as a ledger that does not balance.
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
  /// Segments are removed when all destinations have settled them, even between others of their
  /// lane. With `gapsAreDamage`, events that are missing between segments count as damaged instead.
  package mutating func join(
    _ segments: [SegmentSummary], unreadable: Set<LaneID> = [], gapsAreDamage: Bool = false
  ) {
    var next: [LaneID: UInt32] = [:]
    // Sorted by their events and not by name: a segment that was rewritten after a failed sync has
    // a later name than the segment that follows it.
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

  /// Excludes events that were dropped before this destination joined.
  package mutating func join(after drops: [PositionRange]) {
    for part in Settlement.droppable(self, drops) { joinBehind(part) }
  }

  /// Counts events that were gone before the destination joined once, however often it tries to
  /// begin.
  private mutating func joinBehind(_ gone: PositionRange) {
    for part in settled.unsettled(in: gone) {
      settled.insert(part)
      counters.beforeJoining &+= UInt64(part.count)
    }
  }

  /// Begins after the newest event.
  package mutating func joinNow(_ segments: [SegmentSummary]) {
    for (lane, index) in lastIndices(segments) where index > 0 {
      settled.insert(PositionRange(lane: lane, first: 1, last: index))
      counters.beforeJoining &+= UInt64(index)
    }
  }

  /// Forgets lanes that have no file in the journal any more and that are not in flight.
  package mutating func retireLanes(except present: Set<LaneID>) {
    let flying = Set(inFlight?.ranges.map(\.lane) ?? [])
    for lane in settled.lanes where !present.contains(lane) && !flying.contains(lane) {
      counters.retired &+= UInt64(settled.remove(lane))
    }
  }
}
