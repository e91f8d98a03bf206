import Cairn
import CairnTesting
import Testing

/// P3: a cap of this process does not count events as dropped whose segments are gone already.
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
