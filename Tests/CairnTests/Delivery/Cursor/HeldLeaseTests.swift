import Cairn
import CairnTesting
import Testing

/// The lease of this process's destination is held by another process that was stopped.
@Suite struct HeldLeaseTests {
  static let cap = 65_536
  static let journal = "/test/i/v1"

  let clock = ManualClock()
  let storage = TestStorage()
  let server = RecordingDestination(limits: BatchLimits(events: 8))

  func start(age: Double? = nil) async -> Analytics {
    var configuration = Configuration(destinations: [server])
    configuration.journal.age = age
    configuration.instance = "i"
    configuration.journal.bytes = Self.cap
    configuration.flushAt = 100_000
    return await launch(configuration, clock, storage)
  }

  func track(_ number: Int, _ analytics: Analytics) {
    analytics.track("Event \(number)", ["filler": .string(String(repeating: "x", count: 800))])
  }

  var bytes: Int {
    get throws {
      try storage.files.list(Self.journal + "/log").reduce(0) { sum, name in
        let file = try? OpenFile("\(Self.journal)/log/\(name)", .read, in: storage.files)
        // The file may be removed in between.
        return sum + ((try? file?.status().size) ?? 0)
      }
    }
  }

  func lease() throws -> CursorFile? {
    try CursorFile(Self.journal + "/dest/recording/state", files: storage.files)
  }

  @Test(
    "no event is refused, the disk stays within 5/4 of its cap, and a released lease counts all",
    arguments: [0, 20])
  func stopped(underWay: Int) async throws {
    server.isOffline = true
    let other = await start()
    for number in 0..<underWay { track(number, other) }
    await other.flush()
    await other.close(flushingForSeconds: 0)
    var lease = try lease()
    #expect(lease?.stored?.inFlight?.ranges.total == (underWay > 0 ? 8 : nil))
    server.isOffline = false
    let analytics = await start()
    for number in 1...400 {
      track(number, analytics)
      #expect(try bytes <= Self.cap * 5 / 4)
      if number.isMultiple(of: 50) { await analytics.engine?.retention.prune() }
    }
    #expect(analytics.ledger().refused.isEmpty)
    #expect(server.acceptedEvents.isEmpty)
    withExtendedLifetime(lease) {}
    lease = nil
    #expect(await analytics.flush().isComplete)
    let row = try #require(analytics.ledger()["recording"])
    #expect(row.accepted == UInt64(400 + underWay) && row.damaged == 0 && row.balances)
    let dropped = row.dropped[.capacity] ?? 0
    #expect(dropped > 300 && row.delivered + dropped == row.accepted)
    #expect(row.delivered == UInt64(server.acceptedEvents.count))
    await analytics.close()
  }

  @Test("events that are too old are removed, and counted when the lease is released")
  func tooOld() async throws {
    await start().close(flushingForSeconds: 0)
    var lease = try lease()
    let analytics = await start(age: 3_600)
    for number in 1...30 { track(number, analytics) }
    clock.advance(bySeconds: 7_200)
    await analytics.engine?.retention.prune()
    #expect(try bytes < 2_000)
    withExtendedLifetime(lease) {}
    lease = nil
    #expect(await analytics.flush().isComplete)
    let row = try #require(analytics.ledger()["recording"])
    #expect(row.accepted == 30 && row.dropped == [.age: 30] && row.balances)
    #expect(server.events.isEmpty)
    await analytics.close()
  }
}
