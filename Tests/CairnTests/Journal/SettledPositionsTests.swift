import Cairn
import CairnTesting
import Testing

@Suite struct SettledPositionsTests {
  let lane = LaneID(rawValue: 1)

  func range(_ first: UInt32, _ last: UInt32) -> PositionRange {
    PositionRange(lane: lane, first: first, last: last)
  }

  @Test("islands become part of the prefix when the gap is filled")
  func islands() {
    var set = SettledPositions()
    set.insert(range(5, 7))
    set.insert(range(9, 9))
    #expect(set.prefix(of: lane) == 0)
    #expect(set.unsettled(in: range(1, 12)) == [range(1, 4), range(8, 8), range(10, 12)])
    set.insert(range(1, 4))
    #expect(set.prefix(of: lane) == 7)
    set.insert(range(8, 8))
    #expect(set.prefix(of: lane) == 9)
    #expect(set.islands.isEmpty)
  }

  @Test("settled positions equal a plain set, for any insertions in any order", arguments: 0..<200)
  func model(seed: Int) {
    let random = SeededRandomness(seed: UInt64(seed))
    var set = SettledPositions()
    var plain: Set<UInt32> = []
    for _ in 0..<30 {
      let first = UInt32(1 + random.next(upThrough: 40))
      let last = first + UInt32(random.next(upThrough: 6))
      set.insert(range(first, last))
      plain.formUnion(first...last)
      let open = set.unsettled(in: range(1, 60)).flatMap { Array($0.first...$0.last) }
      #expect(Set(open) == Set(1...60).subtracting(plain))
      for index in 1...60 {
        let position = Position(lane: lane, index: UInt32(index))
        #expect(set.contains(position) == plain.contains(UInt32(index)))
      }
    }
  }

  @Test("merging uses the greater positions, and restores no forgotten lane")
  func merge() {
    let gone = LaneID(rawValue: 2)
    var newer = SettledPositions(prefixes: [lane: 5], islands: [range(8, 9)])
    let older = SettledPositions(prefixes: [lane: 7, gone: 3], islands: [])
    newer.merge(older)
    #expect(newer.prefixes == [lane: 9])
    #expect(newer.islands.isEmpty)
  }
}
