/// One opening of the journal by one process: who wrote a segment.
///
/// Random, so that no two processes need to agree on a number and none is used twice. It is the seed of the checks in
/// its records as well, so that bytes of another lane can never pass for one of its records.
package struct LaneID: Hashable, Comparable, Sendable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }

  package init(_ randomness: any Randomness) { rawValue = randomness.next() }

  package static func < (left: LaneID, right: LaneID) -> Bool { left.rawValue < right.rawValue }
}

extension LaneID: CustomStringConvertible {
  package var description: String { Hex.text(rawValue) }
}
