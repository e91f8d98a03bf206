import Cairn
import Testing

/// The segment from which an event is read.
@Suite struct ReadingPlanTests {
  func segment(
    _ number: UInt32, _ events: ClosedRange<UInt32>?, base: UInt32? = nil, lane: UInt64 = 1
  )
    -> SegmentSummary
  {
    let first = events?.lowerBound ?? base ?? 1
    return SegmentSummary(
      name: SegmentName(ordinal: 1, lane: LaneID(rawValue: lane), number: number), header: nil,
      firstIndex: first, lastIndex: events?.upperBound ?? first - 1, events: events?.count ?? 0,
      bytes: 0, state: .sealed)
  }

  func plan(_ segments: [SegmentSummary]) -> [String] {
    ReadingPlan(segments).pieces.map { "\($0.segment.name.number):\($0.first)-\($0.last)" }
  }

  @Test("segments that follow one another are read whole")
  func plain() {
    #expect(plan([segment(1, 1...5), segment(2, 6...9)]) == ["1:1-5", "2:6-9"])
  }

  @Test(
    "numbers between two segments are read at the end of the first, and earlier ones at its start"
  )
  func gaps() {
    #expect(plan([segment(2, 4...5), segment(3, 9...9)]) == ["2:1-8", "3:9-9"])
  }

  @Test("where two segments have the same numbers, the later one is read")
  func overlap() {
    #expect(plan([segment(1, 1...9), segment(2, 6...12)]) == ["1:1-5", "2:6-12"])
    #expect(plan([segment(1, 1...9), segment(2, 6...7)]) == ["1:1-5", "2:6-7", "1:8-9"])
    #expect(
      plan([segment(1, 1...9), segment(2, 3...5), segment(3, 3...4), segment(4, 10...10)])
        == ["1:1-2", "3:3-4", "2:5-5", "1:6-9", "4:10-10"])
  }

  @Test("a segment without events hides none of those before it")
  func empty() {
    #expect(
      plan([segment(1, 1...9), segment(2, nil, base: 6), segment(3, 10...12)]).contains("1:6-9"))
  }

  @Test("each lane is planned separately")
  func lanes() {
    #expect(
      plan([segment(1, 1...5), segment(1, 1...3, lane: 2), segment(2, 3...9, lane: 2)])
        == ["1:1-5", "1:1-2", "2:3-9"])
  }
}
