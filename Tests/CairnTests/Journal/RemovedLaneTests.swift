import Cairn
import CairnTesting
import Testing

/// Segments that another process has removed are gone, whatever their lane contained.
@Suite struct RemovedLaneTests {
  @Test("a lane without any files is gone", arguments: 1...5)
  func removed(segments: Int) throws {
    let fixture = JournalFixture()
    let theirs = try fixture.open()
    for number in 0..<segments {
      try fixture.append("\(number)", to: theirs)
      theirs.endSegment()
    }
    theirs.close()
    let ours = try fixture.open()
    #expect(ours.places.filter { $0.lane == theirs.lane }.count == segments)
    for name in try fixture.files.list("/log") where SegmentName(name)?.lane == theirs.lane {
      try fixture.files.remove("/log/" + name)
    }
    try ours.refresh()
    #expect(ours.places.isEmpty)
  }
}
