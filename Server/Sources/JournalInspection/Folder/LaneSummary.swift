package import Cairn

/// The segments of one lane.
package struct LaneSummary {
  /// The segments in the order in which they were written.
  package let segments: [SegmentSummary]

  /// Returns the lanes in the order of launches.
  package static func all(_ segments: [SegmentSummary]) -> [LaneSummary] {
    Dictionary(grouping: segments, by: \.lane).values
      .map { LaneSummary(segments: $0.sorted { $0.name.number < $1.name.number }) }
      .sorted { $0.name < $1.name }
  }

  private var name: SegmentName { segments[0].name }
  package var lane: LaneID { name.lane }
  package var ordinal: UInt32 { name.ordinal }
  package var bytes: Int { segments.reduce(0) { $0 + $1.bytes } }
  package var damagedBytes: Int { segments.reduce(0) { $0 + $1.damagedBytes } }
  package var tornBytes: Int { segments.reduce(0) { $0 + $1.tornBytes } }
  package var firstIndex: UInt32 { segments.map(\.firstIndex).min() ?? 1 }
  package var lastIndex: UInt32 { segments.map(\.lastIndex).max() ?? 0 }
  package var created: WallTime? { segments.lazy.compactMap { $0.header?.created.wall }.first }

  /// The state of the lane, which is open as long as a process writes to one of its segments.
  package var state: SegmentSummary.State {
    if segments.contains(where: { $0.state == .open }) { return .open }
    return segments.last?.state ?? .sealed
  }

  /// The number of existing events; an event in two segments counts once, in the later one.
  package var events: Int {
    var later = SettledPositions()
    var sum = 0
    for segment in segments.reversed() where segment.events > 0 {
      let range = PositionRange(lane: lane, first: segment.firstIndex, last: segment.lastIndex)
      sum += min(segment.events, later.unsettled(in: range).total)
      later.insert(range)
    }
    return sum
  }
}
