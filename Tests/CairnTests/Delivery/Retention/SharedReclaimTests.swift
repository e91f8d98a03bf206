import Cairn
import CairnTesting
import Testing

/// P5 with two processes: segments of which each has delivered a part are removed.
@Suite struct SharedReclaimTests {
  private let fixture = JournalFixture()

  private func commit(_ name: String, _ settled: SettledPositions) throws {
    let folder = "/dest/\(name)"
    try fixture.files.makeDirectory(folder)
    var cursor = Cursor()
    cursor.settled = settled
    try #require(try CursorFile(folder + "/state", files: fixture.files)).commit(cursor, sync: nil)
  }

  @Test(
    "segments of events that another process has delivered are removed at the next check"
  )
  func delivered() throws {
    let journal = try fixture.open()
    for number in 0..<5 { try fixture.append("\(number)", to: journal) }
    journal.endSegment()
    var all = SettledPositions()
    all.insert(journal.places)
    let reclaimer = Reclaimer(journal, destinations: "/dest", files: fixture.files)
    // This process knows the second cursor as of its last delivery.
    try commit("a", all)
    try commit("b", SettledPositions())
    reclaimer.register("a", all)
    reclaimer.register("b", SettledPositions())
    try commit("b", all)
    #expect(!reclaimer.reclaim())
    #expect(journal.places.count == 1)
    #expect(reclaimer.reclaimForAll())
    #expect(journal.places.isEmpty)
  }
}
