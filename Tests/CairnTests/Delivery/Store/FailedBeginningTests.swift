import Cairn
import CairnTesting
import Testing

/// P3: a destination whose first commit fails is responsible for events that are recorded from then
/// on.
@Suite struct FailedBeginningTests {
  /// A journal with three events, and a disk on which the first commit of a cursor fails.
  private struct Scene {
    let disk = SimulatedDisk()
    let fixture: JournalFixture
    let journal: Journal

    init(events: Int = .max) throws {
      var fixture = JournalFixture(disk.makeProcess())
      fixture.options.cap.events = events
      self.fixture = fixture
      journal = try fixture.open()
      try record(3)
    }

    func record(_ count: Int) throws {
      for number in 0..<count { try fixture.append("\(number)", to: journal) }
    }

    func store(from start: StartingPoint, failing call: DiskCall.Kind) -> DeliveryStore {
      let failure = DiskFault.fail(FileError.inputOutput)
      disk.faults = DiskFaults([.init(call, at: 1, count: 9, failure, path: "/state")])
      defer { disk.faults = DiskFaults() }
      let letters = DeadLetterStore(
        directory: "/cairn/dest/alpha/dead", files: fixture.files, clock: fixture.clock,
        randomness: fixture.randomness)
      let place = DestinationFolder(
        "/cairn/dest/alpha", files: fixture.files, journal: journal,
        reclaimer: Reclaimer(journal, destinations: "/cairn/dest", files: fixture.files),
        deadLetters: letters, ballast: Ballast("/ballast", files: fixture.files))
      return DeliveryStore(
        "alpha", place, syncs: true, keys: BatchKeys(fixture.randomness), from: start)
    }
  }

  @Test(
    "a destination that begins with new events skips none after the failed commit",
    arguments: [DiskCall.Kind.write, .sync, .lock])
  func now(call: DiskCall.Kind) throws {
    let scene = try Scene()
    var store = scene.store(from: .now, failing: call)
    try scene.record(2)
    #expect(try store.acquire())
    #expect(store.cursor.pending(in: scene.journal.segments()) == 2)
    #expect(store.cursor.counters.beforeJoining == 3)
  }

  @Test(
    "a destination that begins with the oldest event counts the drops after a failed commit",
    arguments: [DiskCall.Kind.write, .lock])
  func oldest(call: DiskCall.Kind) throws {
    let scene = try Scene(events: 32)
    var store = scene.store(from: .oldest, failing: call)
    try scene.record(60)
    #expect(try store.acquire())
    let pending = store.cursor.pending(in: scene.journal.segments())
    #expect(pending < 63)
    #expect(Int(store.cursor.counters.dropped) + pending == 63)
    #expect(store.cursor.counters.beforeJoining == 0)
  }
}
