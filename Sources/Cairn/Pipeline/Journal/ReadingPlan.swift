/// In what order the segments of a journal are read, and which events of each.
///
/// Usually every segment whole, one after the other. When a sync failed, a later segment of a lane holds again what is not
/// sure in an earlier one; then each event is read from the latest segment that reaches over its number.
package struct ReadingPlan {
  /// A part of a segment.
  package struct Piece: Equatable {
    package var segment: SegmentSummary
    /// The first and last number that are looked for in it; missing ones between them are lost.
    package var first: UInt32
    package var last: UInt32
  }

  package private(set) var pieces: [Piece] = []

  /// The segments in the order of their names.
  package init(_ segments: [SegmentSummary]) {
    var rest = segments[...]
    while let lane = rest.first?.lane {
      let own = rest.prefix { $0.lane == lane }
      rest = rest.dropFirst(own.count)
      // What was removed from a lane's start is missing from its first segment.
      pieces += Self.withoutGaps(Self.withoutOverlaps(Array(own)))
    }
  }

  private static func withoutOverlaps(_ segments: [SegmentSummary]) -> [Piece] {
    var pieces: [Piece] = []
    for segment in segments {
      let overlapped = pieces.filter { $0.last >= segment.firstIndex }
      pieces.removeAll { $0.last >= segment.firstIndex }
      for piece in overlapped where piece.first < segment.firstIndex {
        pieces.append(piece.ending(at: segment.firstIndex - 1))
      }
      pieces.append(
        Piece(segment: segment, first: segment.firstIndex, last: segment.lastIndex))
      for piece in overlapped where piece.last > segment.lastIndex {
        pieces.append(piece.beginning(at: max(piece.first, segment.lastIndex + 1)))
      }
    }
    return pieces
  }

  /// A number between two pieces is looked for at the end of the earlier one; in the lane's first piece, from 1.
  private static func withoutGaps(_ pieces: [Piece]) -> [Piece] {
    var whole = pieces
    for place in whole.indices {
      if place == whole.startIndex { whole[place].first = 1 }
      if place + 1 < whole.endIndex {
        whole[place].last = max(whole[place].last, whole[place + 1].first - 1)
      }
    }
    return whole
  }
}

extension ReadingPlan.Piece {
  fileprivate func ending(at last: UInt32) -> Self {
    var part = self
    part.last = last
    return part
  }

  fileprivate func beginning(at first: UInt32) -> Self {
    var part = self
    part.first = first
    return part
  }
}
