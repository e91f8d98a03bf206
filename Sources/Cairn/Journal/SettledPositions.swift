/// The positions in the journal that a destination has settled: those of events that are delivered,
/// or that it will not get.
///
/// A lane is settled up to a number, and possibly in islands beyond it: events of a batch that were
/// accepted while others before them are to be sent again.
package struct SettledPositions: Equatable, Sendable {
  /// The number up to which each lane is settled without a gap.
  ///
  /// A lane without an entry has no such number.
  package private(set) var prefixes: [LaneID: UInt32] = [:]
  /// The settled ranges beyond their lane's prefix, by lane, in order; none touches another one or
  /// the prefix.
  private var beyond: [LaneID: [PositionRange]] = [:]

  /// The settled ranges beyond their lane's prefix, in order; none touches another one or the
  /// prefix.
  package var islands: [PositionRange] {
    beyond.sorted { $0.key < $1.key }.flatMap(\.value)
  }

  package init() {}

  package init(prefixes: [LaneID: UInt32], islands: [PositionRange]) {
    self.prefixes = prefixes.filter { $0.value > 0 }
    for island in islands { insert(island) }
  }

  /// All lanes that have settled positions.
  package var lanes: Set<LaneID> { Set(prefixes.keys).union(beyond.keys) }

  package func prefix(of lane: LaneID) -> UInt32 { prefixes[lane] ?? 0 }

  package func contains(_ position: Position) -> Bool {
    if position.index <= prefix(of: position.lane) { return true }
    guard let islands = beyond[position.lane] else { return false }
    let place = islands.firstPlace { $0.last >= position.index }
    return place < islands.count && islands[place].first <= position.index
  }

  /// Returns whether all events of a segment are settled, including those that it has lost.
  package func contains(_ segment: SegmentSummary) -> Bool {
    guard segment.lastIndex > prefix(of: segment.lane) else { return true }
    let all = PositionRange(
      lane: segment.lane, first: min(segment.firstIndex, segment.lastIndex), last: segment.lastIndex
    )
    return unsettled(in: all).isEmpty
  }

  /// Returns the parts of a range that are not settled yet, in order.
  package func unsettled(in range: PositionRange) -> [PositionRange] {
    let prefix = prefix(of: range.lane)
    guard range.last > prefix else { return [] }
    var parts: [PositionRange] = []
    var next = max(range.first, prefix + 1)
    let islands = beyond[range.lane] ?? []
    for island in islands[islands.firstPlace(where: { $0.last >= next })...] {
      if island.first > range.last { break }
      if island.first > next {
        parts.append(PositionRange(lane: range.lane, first: next, last: island.first - 1))
      }
      if island.last >= range.last { return parts }
      next = island.last + 1
    }
    parts.append(PositionRange(lane: range.lane, first: next, last: range.last))
    return parts
  }

  package mutating func insert(_ range: PositionRange) {
    let prefix = prefix(of: range.lane)
    guard range.last > prefix else { return }
    var joined = range
    // Removed from the dictionary during the change, so that the array is not copied.
    var islands = beyond.removeValue(forKey: range.lane) ?? []
    let start = islands.firstPlace { $0.last >= range.first - min(1, range.first) }
    var end = start
    while end < islands.count,
      islands[end].first <= joined.last || islands[end].first - 1 == joined.last
    {
      joined.first = min(joined.first, islands[end].first)
      joined.last = max(joined.last, islands[end].last)
      end += 1
    }
    if joined.first <= prefix || joined.first - 1 == prefix {
      islands.removeSubrange(start..<end)
      prefixes[range.lane] = joined.last
    } else {
      islands.replaceSubrange(start..<end, with: CollectionOfOne(joined))
    }
    if !islands.isEmpty { beyond[range.lane] = islands }
  }

  package mutating func insert(_ ranges: [PositionRange]) {
    for range in ranges { insert(range) }
  }

  /// Forgets a lane that is no longer in the journal; returns the number of its settled positions.
  package mutating func remove(_ lane: LaneID) -> Int {
    let count = beyond.removeValue(forKey: lane)?.total ?? 0
    return count + Int(prefixes.removeValue(forKey: lane) ?? 0)
  }

  /// Returns the value without these positions.
  package func without(_ places: [PositionRange]) -> SettledPositions {
    var gone = SettledPositions()
    gone.insert(places)
    var rest = SettledPositions()
    for range in ranges { rest.insert(gone.unsettled(in: range)) }
    return rest
  }

  /// Returns the number of positions that are settled in the other value as well.
  package func count(alsoIn other: SettledPositions) -> Int {
    ranges.reduce(0) { $0 + $1.count - other.unsettled(in: $1).total }
  }

  private var ranges: [PositionRange] {
    prefixes.map { PositionRange(lane: $0.key, first: 1, last: $0.value) } + islands
  }

  /// Adds the settled positions of `other`, which was read from the same cursor at another time.
  ///
  /// A settled position never becomes smaller, so the greater one is right. Lanes that only `other`
  /// has are left out, because they were removed from this value on purpose.
  package mutating func merge(_ other: SettledPositions) {
    for (lane, last) in other.prefixes where prefixes[lane] != nil && last > prefix(of: lane) {
      insert(PositionRange(lane: lane, first: 1, last: last))
    }
  }
}

extension [PositionRange] {
  /// Returns the first index for which the condition holds, provided that it holds for all later
  /// ones; the end if there is none.
  fileprivate func firstPlace(where holds: (PositionRange) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
