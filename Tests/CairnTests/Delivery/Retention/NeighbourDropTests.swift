import Cairn
import CairnTesting
import Foundation
import Testing

/// Processes that share a journal, one of which drops events that another has recorded or is
/// delivering.
@Suite struct NeighbourDropTests {
  let clock = ManualClock()
  let disk = SimulatedDisk()
  let storage = TestStorage()

  func start(_ server: RecordingDestination, seed: UInt64) async -> Analytics {
    var configuration = Configuration(destinations: [server])
    configuration.instance = "i"
    configuration.journal.bytes = 65_536
    configuration.flushAt = 100_000
    configuration.syncPolicy = .never
    configuration = configuration.testing(clock: clock, storage: storage, seed: seed)
    configuration.directory = URL(fileURLWithPath: "/o")
    configuration.seams.files = disk.makeProcess()
    let analytics = Analytics(configuration)
    await analytics.flush()
    return analytics
  }

  func server(
    answer: @escaping @Sendable (Batch) -> Outcome = { _ in .accepted }
  ) -> RecordingDestination {
    RecordingDestination(name: "server", limits: BatchLimits(events: 8), answer: answer)
  }

  static func track(_ count: Int, _ analytics: Analytics) {
    let filler = Value.string(String(repeating: "x", count: 700))
    for number in 1...count { analytics.track("Event \(number)", ["filler": filler]) }
  }

  /// Records events without delivering them; the other process has read them.
  func record(_ count: Int, _ analytics: Analytics, seenBy neighbour: Analytics) throws {
    Self.track(count, analytics)
    try #require(neighbour.engine).journal.refresh()
  }

  func expectAllCounted(_ analytics: Analytics, _ count: UInt64) throws {
    let row = try #require(analytics.ledger().destinations.first)
    #expect(row.accepted == count && row.damaged == 0 && row.pending == 0 && row.balances)
    #expect(row.delivered + (row.dropped[.capacity] ?? 0) == count)
    #expect((row.dropped[.capacity] ?? 0) > 0)
  }

  @Test("events that another process drops during a request count as dropped, not as damaged")
  func meanwhile() async throws {
    let neighbour = await start(server(), seed: 2)
    let hasFlooded = Locked(false)
    let here = server { _ in
      let isFirst = hasFlooded.withLock { flooded in
        defer { flooded = true }
        return !flooded
      }
      if isFirst { Self.track(200, neighbour) }
      return .accepted
    }
    let analytics = await start(here, seed: 1)
    try record(60, analytics, seenBy: neighbour)
    await analytics.flush()
    await neighbour.close(flushingForSeconds: 0)
    #expect(await analytics.flush().isComplete)
    try expectAllCounted(analytics, 260)
    #expect(analytics.ledger().destinations.first?.delivered == UInt64(here.acceptedEvents.count))
    await analytics.close()
  }

  @Test(
    "events of a sealed batch dropped by another process count as dropped after any answer"
  )
  func sealed() async throws {
    let neighbour = await start(server(), seed: 2)
    let down = server()
    down.isOffline = true
    let first = await start(down, seed: 1)
    try record(60, first, seenBy: neighbour)
    await first.flush()
    Self.track(200, neighbour)
    await first.close(flushingForSeconds: 0)
    await neighbour.close(flushingForSeconds: 0)
    let partly = server { _ in .partial(refused: [:], again: []) }
    let second = await start(partly, seed: 3)
    #expect(await second.flush().isComplete)
    #expect(partly.batches.first?.key == down.batches.first?.key)
    try expectAllCounted(second, 260)
    await second.close()
  }
}
