import Cairn
import Testing

/// The thresholds that count a recorded event.
@Suite struct EventThresholdsTests {
  private final class Fires: Sendable {
    private let state = Locked(0)
    var count: Int { state.withLock { $0 } }
    func add() { state.withLock { $0 += 1 } }
  }

  @Test("only stored events count, and others are checked on request")
  func stored() {
    let thresholds = EventThresholds()
    let fires = Fires()
    let threshold = EventThreshold { fires.add() }
    thresholds.add(threshold, .all, named: "one")
    threshold.arm(after: 2)
    let position = Position(lane: LaneID(rawValue: 1), index: 1)
    thresholds.record(.stored(position), .track)
    thresholds.record(.buffered(.noSpace), .track)
    thresholds.record(.refused(.full), .track)
    #expect(fires.count == 0)
    thresholds.record(.stored(position), .track)
    #expect(fires.count == 1)
    thresholds.fire()
    #expect(fires.count == 2)
    thresholds.remove("one")
    thresholds.fire()
    #expect(fires.count == 2)
  }
}
