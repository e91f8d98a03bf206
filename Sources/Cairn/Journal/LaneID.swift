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
