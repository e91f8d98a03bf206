/// A range of consecutive positions in one lane, including both ends.
package struct PositionRange: Hashable, Sendable {
  package var lane: LaneID
  package var first: UInt32
  package var last: UInt32

  package init(lane: LaneID, first: UInt32, last: UInt32) {
    assert(first <= last)
    self.lane = lane
    self.first = first
    self.last = last
  }

  package var count: Int { Int(last - first) + 1 }

  package func overlaps(_ other: PositionRange) -> Bool {
    lane == other.lane && first <= other.last && other.first <= last
  }
}

extension [PositionRange] {
  /// The number of positions in all ranges.
  package var total: Int { reduce(0) { $0 + $1.count } }

  /// Appends a position, extending the last range if the position follows it directly.
  package mutating func append(_ position: Position) {
    if let end = last, end.lane == position.lane, end.last + 1 == position.index {
      self[endIndex - 1].last = position.index
    } else {
      append(PositionRange(lane: position.lane, first: position.index, last: position.index))
    }
  }
}
