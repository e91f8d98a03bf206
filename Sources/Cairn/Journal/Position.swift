/// The position of an event in the journal: a lane and a number.
///
/// A lane is one launch of the app. Its events are numbered from 1, in the order in which they were
/// recorded, and no position is used twice. A position identifies the event on this machine;
/// `EventID` identifies it for servers.
public struct Position: Hashable, Sendable {
  package var lane: LaneID
  package var index: UInt32

  /// The valid numbers of events; the successor and the predecessor of each can be represented.
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

/// The identifier of a lane: one opening of the journal by one process, which is the only writer of
/// its segments.
///
/// It is random, so that processes need not agree on numbers, and none is used twice. It is also
/// the seed of the checks in its records, so that bytes of another lane never pass for one of its
/// records.
package struct LaneID: Hashable, Comparable, Sendable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }

  package init(_ randomness: any Randomness) { rawValue = randomness.next() }

  package static func < (left: LaneID, right: LaneID) -> Bool { left.rawValue < right.rawValue }
}

extension LaneID: CustomStringConvertible {
  package var description: String { Hex.text(rawValue) }
}
