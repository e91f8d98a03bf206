/// A place in the journal: the event with this number in this lane.
///
/// A lane is one launch of the app. Its events count from 1, in the order in which they were recorded, and no place is
/// used twice. It stands for the event on this machine; what servers know it by is `EventID`.
public struct Position: Hashable, Sendable {
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
  /// The lane and the number, such as `9c41e07b55d1f3a8#42`.
  public var description: String { "\(lane)#\(index)" }
}
