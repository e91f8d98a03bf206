import Cairn
import CairnTesting
import Testing

/// P3: the milliseconds in a record end at 2³², which is 49.71 days; no event is considered older
/// than it is.
@Suite struct LongTimeTests {
  static let day = 86_400.0
  /// The ages of a process in days, around 2³² ms, 2³² ms and a day, and twice that.
  static let days: [Double] = [1, 49.6, 49.7, 49.72, 49.75, 50.8, 99.3, 99.5, 180]

  func removals(_ journal: Journal, _ fixture: JournalFixture, age: Double) -> [PositionRange] {
    let longest = Milliseconds(seconds: age)
    journal.endSegment(olderThan: longest)
    let view = PrunePlan.View(
      segments: journal.segments(), now: fixture.clock.now().continuous, openedAt: 0,
      bootSession: journal.bootSession)
    return PrunePlan(view, cap: JournalCap(), age: longest).removals.map {
      PositionRange(
        lane: $0.segment.lane, first: $0.segment.firstIndex, last: $0.segment.lastIndex)
    }
  }

  /// Returns a journal on a machine with a boot identifier, which is required to compare ages.
  func fixture() throws -> JournalFixture {
    let memory = InMemoryFileSystem(capacity: 64 << 20)
    try OpenFile("/proc/sys/kernel/random/boot_id", .create, in: memory).write([0x41], at: 0)
    return JournalFixture(memory)
  }

  @Test(
    "an event of a long-lived process is dropped at its age, and not before", arguments: days)
  func age(days: Double) throws {
    let fixture = try fixture()
    let journal = try fixture.open()
    try fixture.append("old", to: journal)
    fixture.clock.advance(bySeconds: days * Self.day)
    let new = try fixture.append("new", to: journal)
    let hour = 3_600.0
    #expect(!removals(journal, fixture, age: hour).contains { $0.contains(new) })
    fixture.clock.advance(bySeconds: 0.9 * hour)
    #expect(!removals(journal, fixture, age: hour).contains { $0.contains(new) })
    fixture.clock.advance(bySeconds: 0.2 * hour)
    #expect(removals(journal, fixture, age: hour).contains { $0.contains(new) })
  }

  @Test("a segment's time of its last record is correct", arguments: days)
  func ticks(days: Double) throws {
    let fixture = try fixture()
    let journal = try fixture.open()
    for number in 1...4 {
      try fixture.append("\(number)", to: journal)
      for segments in [journal.segments(), try fixture.open().segments()] {
        let last = try #require(segments.last)
        let created = try #require(last.header?.created.continuous)
        #expect(created + Milliseconds(Int64(last.ticks)) == fixture.clock.now().continuous)
      }
      fixture.clock.advance(bySeconds: days * Self.day)
    }
    #expect(try fixture.read(journal).texts == ["1", "2", "3", "4"])
  }

  @Test(
    "events that are written again after a failed sync keep their time", arguments: [0, 256 << 10])
  func writtenAgain(windowBytes: Int) throws {
    let failures = Locked(0)
    let disk = FaultyFileSystem(InMemoryFileSystem(capacity: 64 << 20)) { call in
      guard call.name == "sync" else { return .none }
      return failures.withLock { rest in
        rest -= 1
        return rest >= 0 ? .fail(FileError.inputOutput) : .none
      }
    }
    var fixture = JournalFixture(disk)
    fixture.options.windowBytes = windowBytes
    let journal = try fixture.open()
    try fixture.append("old", to: journal)
    fixture.clock.advance(bySeconds: 50.8 * Self.day)
    try fixture.append("new", to: journal)
    failures.withLock { $0 = 1 }
    try journal.sync()
    let last = try #require(journal.segments().last { $0.events > 0 })
    let created = try #require(last.header?.created.continuous)
    #expect(created + Milliseconds(Int64(last.ticks)) == fixture.clock.now().continuous)
    #expect(try fixture.read(journal).texts == ["old", "new"])
  }
}
