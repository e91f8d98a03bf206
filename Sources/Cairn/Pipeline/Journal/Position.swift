/// A place in the journal: the event with this number in this lane.
///
/// Events count from 1.
package struct Position: Hashable, Sendable {
  package var lane: LaneID
  package var index: UInt32

  /// The numbers that an event may have: one more and one less than each is a number too.
  package static let indices: Range<UInt32> = 1..<UInt32.max

  package init(lane: LaneID, index: UInt32) {
    self.lane = lane
    self.index = index
  }
}

extension Position: CustomStringConvertible {
  package var description: String { "\(lane)#\(index)" }
}
