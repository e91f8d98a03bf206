import Cairn
import CairnTesting
import Foundation
import Testing

/// Events that arrive faster than the oldest ones can be dropped by another thread.
@Suite struct OverloadTests {
  static let folder = "/o/i/v1"

  let clock = ManualClock()
  let disk = SimulatedDisk()
  let storage = TestStorage()

  func start(
    _ servers: [RecordingDestination], _ process: DiskProcess, _ seed: UInt64 = 1,
    syncs policy: SyncPolicy = .never
  ) async -> Analytics {
    var configuration = Configuration(destinations: servers)
    configuration.instance = "i"
    configuration.journal.bytes = 65_536
    configuration.flushAt = 100_000
    configuration.syncPolicy = policy
    configuration = configuration.testing(clock: clock, storage: storage, seed: seed)
    configuration.directory = URL(fileURLWithPath: "/o")
    configuration.seams.files = process
    let analytics = Analytics(configuration)
    await analytics.flush()
    return analytics
  }

  func bytes(_ image: DiskImage) -> Int { segments(image).reduce(0) { $0 + $1.bytes.count } }

  func segments(_ image: DiskImage) -> [(path: String, bytes: [UInt8])] {
    image.paths.filter { $0.hasSuffix(".seg") && $0.contains("/log/") }
      .map { ($0, image.contents($0) ?? []) }
  }

  func bytes(of segments: some Sequence<SegmentSummary>, _ image: DiskImage) -> Int {
    segments.reduce(0) {
      $0 + (image.contents(Self.folder + "/log/" + $1.name.fileName)?.count ?? 0)
    }
  }

  func openJournal(_ process: DiskProcess) throws -> Journal {
    try Journal(
      directory: Self.folder + "/log", files: process, clock: clock,
      randomness: SeededRandomness(seed: 1))
  }

  /// Tracks without an `await`, so that no other task runs in between.
  func track(
    _ count: Int, _ analytics: Analytics, filler: Int = 700, looking: Bool = true
  ) {
    let filler = Value.string(String(repeating: "x", count: filler))
    for number in 1...count {
      analytics.track("Event \(number)", ["filler": filler])
      if looking { expectBound(disk.image) }
    }
  }

  /// Expects at most the cap, a quarter, and the closed segments with events of a batch in flight.
  func expectBound(_ image: DiskImage) {
    let bound = 65_536 * 5 / 4
    let bytes = bytes(image)
    // The batches in flight matter only in this case.
    guard bytes > bound else { return }
    let (pinned, batches) = underWay(image)
    #expect(bytes <= bound + pinned)
    // For a destination that accepts all events, the bound is its batch, and the rest of its first
    // and last segment.
    let most = batches.reduce(0) { $0 + min($1 * 1_100, 475_000 + $1 * 100) + 2 * 4_096 }
    #expect(pinned <= most)
  }

  /// Returns the bytes of the closed segments with events of batches in flight, and the events of
  /// each batch.
  func underWay(_ image: DiskImage) -> (bytes: Int, batches: [Int]) {
    let process = SimulatedDisk(image).makeProcess()
    let states = image.paths.filter { $0.hasSuffix("/state") && $0.contains("/dest/") }
    let flying = states.compactMap { path in
      (try? CursorFile.read(path, files: process))?.inFlight?.ranges
    }
    let journal = try? openJournal(process)
    let segments = (journal?.segments() ?? []).dropLast()
    let pinned = segments.filter { segment in
      flying.joined().contains {
        $0.lane == segment.lane && $0.first <= segment.lastIndex && segment.firstIndex <= $0.last
      }
    }
    return (bytes(of: pinned, image), flying.map(\.total))
  }

  @Test("the calls that record drop the oldest; none is refused, and all are counted")
  func overload() async throws {
    let down = RecordingDestination(name: "down")
    down.isOffline = true
    let up = RecordingDestination(name: "up")
    let analytics = await start([down, up], disk.makeProcess())
    track(10, analytics)
    await analytics.flush()
    track(600, analytics)
    let ledger = analytics.ledger()
    #expect(ledger.refused.isEmpty && ledger.balances)
    #expect(ledger.destinations.map(\.accepted) == [610, 610])
    for row in ledger.destinations { #expect((row.dropped[.capacity] ?? 0) > 450) }
    #expect(ledger["up"]?.delivered == 10)
    down.isOffline = false
    #expect(await analytics.flush().isComplete)
    let after = analytics.ledger()
    for (row, server) in zip(after.destinations, [down, up]) {
      #expect(row.accepted == 610 && row.damaged == 0 && row.balances)
      #expect(row.delivered + (row.dropped[.capacity] ?? 0) == 610)
      #expect(row.delivered == UInt64(Set(server.acceptedEvents.map(\.id)).count))
    }
    // The batch in flight when the journal was full remained.
    #expect(down.events.first?.id == up.events.first?.id)
    await analytics.close()
  }

  @Test("a kill between the drops loses no count", arguments: 1...4)
  func kill(run: Int) async throws {
    let down = RecordingDestination(name: "down")
    down.isOffline = true
    let process = disk.makeProcess()
    let first = await start([down], process)
    track(150 * run, first)
    disk.kill(process)
    let server = RecordingDestination(name: "down")
    let second = await start([server], disk.makeProcess(), 2)
    #expect(await second.flush().isComplete)
    let row = try #require(second.ledger()["down"])
    #expect(row.accepted == UInt64(150 * run) && row.damaged == 0 && row.balances)
    #expect(row.delivered + (row.dropped[.capacity] ?? 0) == row.accepted)
    #expect(row.delivered == UInt64(server.acceptedEvents.count))
    await second.close()
    await first.close(flushingForSeconds: 0)
  }

  @Test(
    "with any failure, the cap is kept, nothing is refused and every count is exact",
    arguments: 1...12)
  func faults(seed: UInt64) async throws {
    var dice = Dice(seed: seed)
    let server = RecordingDestination(name: "server")
    var life: UInt64 = 1
    var process = disk.makeProcess()
    var analytics = await start([server], process, seed)
    var tracked = 0
    for _ in 1...25 {
      switch dice.below(8) {
      case 0: server.isOffline = true
      case 1: server.isOffline = false
      case 2: await analytics.engine?.retention.prune()
      case 3: await analytics.flush()
      case 4: disk.faults = Self.faults(&dice)
      case 5: disk.faults = DiskFaults()
      case 6 where disk.faults.isEmpty:
        disk.kill(process)
        await analytics.close(flushingForSeconds: 0)
        leaveStray(&dice)
        life += 1
        process = disk.makeProcess()
        analytics = await start([server], process, seed * 100 + life)
      default:
        let count = 10 + dice.below(60)
        track(count, analytics)
        tracked += count
      }
      #expect(analytics.ledger().balances)
      #expect(analytics.ledger().refused.isEmpty)
    }
    disk.faults = DiskFaults()
    server.isOffline = false
    #expect(await analytics.flush().isComplete)
    let row = try #require(analytics.ledger()["server"])
    #expect(row.accepted == UInt64(tracked) && row.damaged == 0)
    #expect(row.delivered + (row.dropped[.capacity] ?? 0) == UInt64(tracked))
    #expect(row.delivered <= UInt64(Set(server.acceptedEvents.map(\.id)).count))
    await analytics.close()
  }

  /// Returns faults of removing, listing, locking and cursors; the log itself can be written to.
  static func faults(_ dice: inout Dice) -> DiskFaults {
    var faults = DiskFaults(seed: UInt64(dice.below(1_000)))
    faults.random = [
      (.remove, 300, .fail(5)), (.list, 200, .fail(5)), (.syncDirectory, 200, .fail(5)),
    ]
    faults.planned = [DiskFaults.Planned(.open, at: 1, count: 10, .fail(5), path: "/dest/")]
    return faults
  }

  func leaveStray(_ dice: inout Dice) {
    let number = dice.below(1_000)
    let contents: [[UInt8]] = [
      [], [UInt8](repeating: 0, count: 131_072), [UInt8](repeating: 7, count: 131_072),
      [UInt8](repeating: 7, count: 99),
    ]
    disk.image.place(
      contents[dice.below(contents.count)], at: Self.folder + "/dest/stray \(number)/state")
    disk.image.place([1, 2, 3], at: Self.folder + "/drops/stray \(number).drops")
  }
}
