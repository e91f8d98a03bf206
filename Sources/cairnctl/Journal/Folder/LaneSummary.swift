import Cairn

/// The segments of one lane together.
struct LaneSummary {
  /// In the order in which they were written.
  let segments: [SegmentSummary]

  /// By launch.
  static func all(_ segments: [SegmentSummary]) -> [LaneSummary] {
    Dictionary(grouping: segments, by: \.lane).values
      .map { LaneSummary(segments: $0.sorted { $0.name.number < $1.name.number }) }
      .sorted { $0.name < $1.name }
  }

  private var name: SegmentName { segments[0].name }
  var lane: LaneID { name.lane }
  var ordinal: UInt32 { name.ordinal }
  var bytes: Int { segments.reduce(0) { $0 + $1.bytes } }
  var damagedBytes: Int { segments.reduce(0) { $0 + $1.damagedBytes } }
  var tornBytes: Int { segments.reduce(0) { $0 + $1.tornBytes } }
  var firstIndex: UInt32 { segments.map(\.firstIndex).min() ?? 1 }
  var lastIndex: UInt32 { segments.map(\.lastIndex).max() ?? 0 }
  var created: Int64? { segments.lazy.compactMap { $0.header?.created.wall }.first }

  /// Open as long as somebody writes to one of its segments.
  var state: SegmentSummary.State {
    if segments.contains(where: { $0.state == .open }) { return .open }
    return segments.last?.state ?? .sealed
  }

  /// Events that are there; what two segments hold counts once, in the later one.
  var events: Int {
    var later = SettledSet()
    var sum = 0
    for segment in segments.reversed() where segment.events > 0 {
      let range = PositionRange(lane: lane, first: segment.firstIndex, last: segment.lastIndex)
      sum += min(segment.events, later.unsettled(in: range).total)
      later.insert(range)
    }
    return sum
  }
}
