/// The name of a segment file: `0000002a-9c41e07b55d1f3a8-00000001.seg`.
///
/// It contains what a reader needs most, so that a damaged header costs no event.
package struct SegmentName: Hashable, Sendable {
  /// The launch ordinal, which orders lanes by the launch that wrote them.
  ///
  /// It is a hint: two processes may use the same ordinal.
  package var ordinal: UInt32
  package var lane: LaneID
  /// The number of the segment in its lane, counted from 1.
  package var number: UInt32

  package init(ordinal: UInt32, lane: LaneID, number: UInt32) {
    self.ordinal = ordinal
    self.lane = lane
    self.number = number
  }

  package init?(_ fileName: String) {
    guard fileName.hasSuffix(".seg") else { return nil }
    let parts = fileName.dropLast(4).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3,
      let ordinal = Hex.value(parts[0], as: UInt32.self),
      let lane = Hex.value(parts[1], as: UInt64.self),
      let number = Hex.value(parts[2], as: UInt32.self)
    else { return nil }
    self.init(ordinal: ordinal, lane: LaneID(rawValue: lane), number: number)
  }

  package var fileName: String { "\(Hex.text(ordinal))-\(lane)-\(Hex.text(number)).seg" }
}

extension SegmentName: Comparable {
  /// Compares in the order of delivery: by launch, then by lane, then by number.
  package static func < (left: SegmentName, right: SegmentName) -> Bool {
    (left.ordinal, left.lane, left.number) < (right.ordinal, right.lane, right.number)
  }
}
