/// A place in the journal: the event with this number in this lane.
///
/// Events count from 1.
package struct Position: Hashable, Sendable {
  package var lane: LaneID
  package var index: UInt32

  package init(lane: LaneID, index: UInt32) {
    self.lane = lane
    self.index = index
  }
}

extension Position: CustomStringConvertible {
  package var description: String { "\(lane)#\(index)" }
}
