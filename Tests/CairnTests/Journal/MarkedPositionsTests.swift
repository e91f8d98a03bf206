import Cairn
import Testing

@Suite struct MarkedPositionsTests {
  let own = LaneID(rawValue: 1)
  let other = LaneID(rawValue: 2)

  func range(_ lane: LaneID, _ first: UInt32, _ last: UInt32) -> PositionRange {
    PositionRange(lane: lane, first: first, last: last)
  }

  @Test("the index knows all events of its own lane, and of other lanes those that were read")
  func known() {
    let places = MarkedPositions(own)
    for index in [2, 3, 7] as [UInt32] { places.add(Position(lane: own, index: index)) }
    #expect(places.count([range(own, 1, 10)]) == .init(marked: 3, unmarked: 7))
    #expect(places.count([range(own, 3, 6)]) == .init(marked: 1, unmarked: 3))
    #expect(places.count([range(other, 1, 5)]) == .init(unknown: 5))
    places.learn(range(other, 3, 6), marked: [range(other, 4, 5)])
    #expect(places.count([range(other, 1, 10)]) == .init(marked: 2, unmarked: 2, unknown: 6))
  }

  @Test("buffered events have no position yet: earlier knowledge is discarded")
  func lost() {
    let places = MarkedPositions(own)
    places.add(Position(lane: own, index: 1))
    places.lose()
    #expect(places.count([range(own, 1, 4)]) == .init(unknown: 4))
    places.add(Position(lane: own, index: 6))
    #expect(places.count([range(own, 1, 8)]) == .init(marked: 1, unmarked: 2, unknown: 5))
  }

  @Test("the memory of the index is constant, and the oldest entries are removed")
  func bounded() {
    let places = MarkedPositions(own)
    let most = UInt32(MarkedPositions.most)
    for index in 1...most + 1 { places.add(Position(lane: own, index: 2 * index)) }
    let count = places.count([range(own, 1, 2 * most + 2)])
    #expect(count.marked == MarkedPositions.most / 2 + 1)
    #expect(count.unknown + count.unmarked + count.marked == 2 * Int(most) + 2)
  }
}
