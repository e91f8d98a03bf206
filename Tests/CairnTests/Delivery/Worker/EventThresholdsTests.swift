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

  @Test("events that are recorded while the pending ones are counted count towards the number")
  func counted() {
    let fires = Fires()
    let threshold = EventThreshold { fires.add() }
    let mark = threshold.mark
    for _ in 1...3 { threshold.record() }
    threshold.arm(after: 5, from: mark)
    threshold.record()
    #expect(fires.count == 0)
    threshold.record()
    #expect(fires.count == 1)
    // It fires once.
    for _ in 1...9 { threshold.record() }
    #expect(fires.count == 1)
  }

  @Test(
    "a number that is reached before the threshold is armed fires it", arguments: [-1, 0, 2, 3])
  func reached(number: Int) {
    let fires = Fires()
    let threshold = EventThreshold { fires.add() }
    let mark = threshold.mark
    for _ in 1...3 { threshold.record() }
    threshold.arm(after: number, from: mark)
    #expect(fires.count == 1)
    threshold.record()
    #expect(fires.count == 1)
  }
}
