/// The places of the journal that a destination is done with.
///
/// A lane is settled up to a number, and perhaps in islands beyond it: where some events of a batch were accepted and
/// those before them are to be sent again.
package struct SettledSet: Equatable, Sendable {
  /// The last settled number of each lane, counted from the start without a gap.
  ///
  /// A lane without an entry has none.
  package private(set) var prefixes: [LaneID: UInt32] = [:]
  /// Settled places beyond their lane's prefix, in order, none touching another or the prefix.
  package private(set) var islands: [PositionRange] = []

  package init() {}

  package init(prefixes: [LaneID: UInt32], islands: [PositionRange]) {
    self.prefixes = prefixes.filter { $0.value > 0 }
    for island in islands { insert(island) }
  }

  /// All of which anything is settled.
  package var lanes: Set<LaneID> { Set(prefixes.keys).union(islands.map(\.lane)) }

  package func prefix(of lane: LaneID) -> UInt32 { prefixes[lane] ?? 0 }

  package func contains(_ position: Position) -> Bool {
    position.index <= prefix(of: position.lane)
      || islands.contains {
        $0.lane == position.lane && $0.first <= position.index && position.index <= $0.last
      }
  }

  /// Whether all events of a segment are settled; those that it has lost as well.
  package func contains(_ segment: SegmentSummary) -> Bool {
    guard segment.lastIndex > prefix(of: segment.lane) else { return true }
    let all = PositionRange(
      lane: segment.lane, first: min(segment.firstIndex, segment.lastIndex), last: segment.lastIndex
    )
    return unsettled(in: all).isEmpty
  }

  /// The parts of a range that are not settled yet, in order.
  package func unsettled(in range: PositionRange) -> [PositionRange] {
    var parts: [PositionRange] = []
    var next = max(range.first, prefix(of: range.lane) + 1)
    for island in islands where island.lane == range.lane && island.last >= next {
      if island.first > range.last { break }
      if island.first > next {
        parts.append(PositionRange(lane: range.lane, first: next, last: island.first - 1))
      }
      next = island.last + 1
    }
    if next <= range.last {
      parts.append(PositionRange(lane: range.lane, first: next, last: range.last))
    }
    return parts
  }

  package mutating func insert(_ range: PositionRange) {
    var first = range.first
    var last = range.last
    guard last > prefix(of: range.lane) else { return }
    islands.removeAll { island in
      guard island.lane == range.lane, island.first <= last + 1, first <= island.last + 1 else {
        return false
      }
      first = min(first, island.first)
      last = max(last, island.last)
      return true
    }
    if first <= prefix(of: range.lane) + 1 {
      prefixes[range.lane] = last
      absorbIslands(of: range.lane)
    } else {
      let island = PositionRange(lane: range.lane, first: first, last: last)
      let place = islands.firstIndex { ($0.lane, $0.first) > (island.lane, island.first) }
      islands.insert(island, at: place ?? islands.endIndex)
    }
  }

  package mutating func insert(_ ranges: [PositionRange]) {
    for range in ranges { insert(range) }
  }

  private mutating func absorbIslands(of lane: LaneID) {
    while let next = islands.firstIndex(where: {
      $0.lane == lane && $0.first <= prefix(of: lane) + 1
    }) {
      let island = islands.remove(at: next)
      prefixes[lane] = max(prefix(of: lane), island.last)
    }
  }

  /// Forgets a lane that is no longer in the journal; how much was settled of it.
  package mutating func remove(_ lane: LaneID) -> Int {
    let count = islands.filter { $0.lane == lane }.total
    islands.removeAll { $0.lane == lane }
    return count + Int(prefixes.removeValue(forKey: lane) ?? 0)
  }

  /// Adds what another reading of the same cursor knows.
  ///
  /// Settled is a fact that only grows, so the greater is right. Lanes without an entry here are
  /// left out: they were forgotten on purpose.
  package mutating func merge(_ other: SettledSet) {
    for (lane, last) in other.prefixes where prefixes[lane] != nil && last > prefix(of: lane) {
      insert(PositionRange(lane: lane, first: 1, last: last))
    }
  }
}
