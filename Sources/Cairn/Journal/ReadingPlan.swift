/// The order in which the segments of a journal are read, and the events to read from each.
///
/// Usually every segment is read whole, one after the other. After a failed sync, a later segment
/// of a lane can contain events of an earlier one again. Each event is then read from the latest
/// segment that covers its number.
package struct ReadingPlan {
  /// A part of a segment.
  package struct Piece: Equatable {
    package var segment: SegmentSummary
    /// The first number to read from the segment, of which `last` is the last; missing numbers
    /// between them are lost events.
    package var first: UInt32
    package var last: UInt32
  }

  package private(set) var pieces: [Piece] = []

  /// Creates a plan for segments that are sorted by name.
  package init(_ segments: [SegmentSummary]) {
    var rest = segments[...]
    while let lane = rest.first?.lane {
      let own = rest.prefix { $0.lane == lane }
      rest = rest.dropFirst(own.count)
      // Events that were removed from the start of a lane count as missing from its first segment.
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

  /// Assigns numbers between two pieces to the end of the earlier one, and those before the lane's
  /// first piece to that piece.
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
