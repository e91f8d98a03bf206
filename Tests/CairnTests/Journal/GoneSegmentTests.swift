import Cairn
import CairnTesting
import Testing

/// P3: what a cap of this process finds gone is not dropped by it.
@Suite struct GoneSegmentTests {
  @Test("segments that another process has settled and removed are not written down as dropped")
  func reclaimedByAnother() throws {
    var fixture = JournalFixture(SimulatedDisk().makeProcess())
    fixture.options.cap.events = 32
    let first = try fixture.open()
    for number in 0..<20 { try fixture.append("\(number)", to: first) }
    let second = try fixture.open()
    var settled = SettledPositions()
    settled.insert(first.places)
    #expect(first.reclaim(behind: [settled]).count > 5)
    for number in 0..<60 { try fixture.append("\(number)", to: second) }
    #expect(!second.drops.isEmpty)
    #expect(!second.drops.contains { $0.range.lane == first.lane })
  }
}
