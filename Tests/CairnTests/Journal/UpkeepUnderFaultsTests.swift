import Cairn
import CairnTesting
import Testing

/// P2: the upkeep of the journal does not stop because of disk failures of any kind and length.
@Suite struct UpkeepUnderFaultsTests {
  /// The interval in milliseconds.
  private static let interval: Milliseconds = 2_000
  /// The maximum time after which a failed sync is retried.
  private static let maximumDelay: Milliseconds = 60_000

  /// A journal on a disk on which selected calls fail.
  final class Scene: Sendable {
    /// The calls that fail.
    final class Refused: Sendable {
      private let calls = Locked<Set<String>>([])

      func set(_ calls: Set<String>) { self.calls.withLock { $0 = calls } }
      func contains(_ call: String) -> Bool { calls.withLock { $0.contains(call) } }
    }

    let refused = Refused()
    let fixture: JournalFixture
    let journal: Journal
    let upkeep: JournalUpkeep
    var clock: ManualClock { fixture.clock }

    init(seed: UInt64) throws {
      let disk = FaultyFileSystem(InMemoryFileSystem(capacity: 256 << 20)) { [refused] call in
        refused.contains(call.name) ? .fail(FileError.inputOutput) : .none
      }
      var fixture = JournalFixture(disk, seed: seed)
      fixture.options.segmentBytes = 4_096
      self.fixture = fixture
      journal = try fixture.open()
      upkeep = JournalUpkeep(
        journal, clock: fixture.clock, interval: UpkeepUnderFaultsTests.interval,
        diagnostics: Diagnostics { _ in })
    }

    var isSynced: Bool { journal.isSynced && journal.spill.events == 0 }

    /// Records an event, which the disk may refuse.
    func record(_ text: String) {
      var buffer = OutputBuffer(capacity: 64)
      buffer.appendZeros(RecordHeader.headerSize)
      buffer.append(Array(text.utf8))
      upkeep.handle(journal.append(&buffer, at: clock.now()).needs)
    }

    /// Returns true when all is synced or a task sleeps that will do it; false when neither
    /// happens.
    func rests() async -> Bool { await eventually { isSynced || clock.sleepers > 0 } }

    /// Returns whether all is synced after this number of milliseconds of the clock.
    ///
    /// A task that was woken by then may take any amount of real time.
    func isSynced(within limit: Milliseconds) async -> Bool {
      let end = clock.now().continuous + limit
      return await eventually {
        if isSynced { return true }
        // A task that was just started may not sleep yet, while another one sleeps for longer.
        if let due = clock.nextDue, clock.now().continuous + Milliseconds(seconds: due) <= end {
          clock.advanceToNextSleeper()
        }
        return false
      }
    }
  }

  @Test(
    "after random faults all stored events are synced soon, and so are later ones",
    arguments: 0..<24)
  func randomFaults(seed: Int) async throws {
    let scene = try Scene(seed: UInt64(seed))
    var dice = Dice(seed: UInt64(seed))
    let calls = ["sync", "write", "create", "syncDirectory", "status", "list", "lock"]
    for round in 0..<12 {
      let broken = Set(calls.filter { _ in dice.hits(400) })
      scene.refused.set(broken)
      for number in 0..<(1 + dice.below(6)) {
        if dice.hits(700) { scene.record("\(round) \(number)") }
        if dice.hits(100) { try? await scene.upkeep.sync() }
        if dice.hits(100) { scene.upkeep.retryNow() }
        guard await scene.rests() else {
          Issue.record("round \(round), \(broken.sorted()): nobody will sync what is stored")
          return
        }
        scene.clock.advance(bySeconds: Double(dice.below(8_000)) / 1_000)
      }
      scene.refused.set([])
      scene.record("\(round) afterwards")
      let most = Self.maximumDelay + Self.interval + 1_000
      guard await scene.isSynced(within: most) else {
        Issue.record("round \(round), \(broken.sorted()): not synced in \(most) ms")
        return
      }
      scene.record("\(round) later")
      guard await scene.isSynced(within: Self.interval) else {
        Issue.record("round \(round), \(broken.sorted()): the loop of the interval is dead")
        return
      }
    }
  }

  @Test("a disk that failed for half a minute is synced again when it works")
  func outage() async throws {
    let scene = try Scene(seed: 1)
    scene.record("before")
    #expect(await scene.isSynced(within: 2_000))
    scene.refused.set(["sync", "write", "create"])
    for number in 1...15 {
      scene.record("\(number)")
      #expect(await scene.rests())
      scene.clock.advance(bySeconds: 2)
      for _ in 0..<50 { await Task.yield() }
    }
    scene.refused.set([])
    #expect(await scene.isSynced(within: 62_000))
  }
}
