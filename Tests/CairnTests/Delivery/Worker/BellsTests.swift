import Cairn
import Testing

/// Who is rung by what is recorded.
@Suite struct BellsTests {
  private final class Rings: Sendable {
    private let state = Locked(0)
    var count: Int { state.withLock { $0 } }
    func add() { state.withLock { $0 += 1 } }
  }

  @Test("only what is stored counts, and what was not is looked for when somebody says so")
  func stored() {
    let bells = Bells()
    let rings = Rings()
    let bell = Doorbell { rings.add() }
    bells.add(bell, .all, named: "one")
    bell.arm(after: 2)
    let position = Position(lane: LaneID(rawValue: 1), index: 1)
    bells.strike(.stored(position), .track)
    bells.strike(.buffered(.noSpace), .track)
    bells.strike(.refused(.full), .track)
    #expect(rings.count == 0)
    bells.strike(.stored(position), .track)
    #expect(rings.count == 1)
    bells.ring()
    #expect(rings.count == 2)
    bells.remove("one")
    bells.ring()
    #expect(rings.count == 2)
  }
}
