import Cairn
import CairnTesting
import Testing

/// P3: events that a full journal drops are dropped by the configured rule, and counted.
@Suite struct CapTests {
  let clock = ManualClock()
  let storage = TestStorage()

  func start(
    _ destinations: [any Destination], _ change: (inout Configuration) -> Void
  ) async -> Analytics {
    var configuration = Configuration(destinations: destinations)
    configuration.flushAt = 100_000
    configuration.flushInterval = 86_400
    configuration.syncPolicy = .never
    change(&configuration)
    let analytics = Analytics(configuration.testing(clock: clock, storage: storage))
    // The flush settles a batch that may have been sealed at the start.
    await analytics.flush()
    return analytics
  }

  func down(_ name: String) -> RecordingDestination {
    RecordingDestination(name: name, answer: { _ in .later(afterSeconds: 1, reason: "down") })
  }

  var bytes: Int {
    get throws {
      let folder = "/test/key-ef46db3751d8e999/v1/log"
      return try storage.files.list(folder).reduce(0) { sum, name in
        sum + (try OpenFile("\(folder)/\(name)", .read, in: storage.files).status().size)
      }
    }
  }

  /// Tracks events of about a kilobyte.
  func track(_ count: Int, _ analytics: Analytics) {
    let filler = Value.string(String(repeating: "x", count: 800))
    for _ in 0..<count { analytics.track("Event", ["filler": filler]) }
  }

  @Test(
    "the oldest events are dropped, for each destination that had not settled them, and no other")
  func oldest() async throws {
    let isDown = Locked(true)
    let late = RecordingDestination(
      name: "late", limits: BatchLimits(events: 10),
      answer: { _ in
        isDown.withLock { $0 } ? .later(afterSeconds: 1, reason: "down") : .accepted
      })
    let prompt = RecordingDestination(name: "prompt")
    let analytics = await start([late, prompt]) { $0.journal.bytes = 65_536 }
    track(20, analytics)
    await analytics.flush()
    for _ in 0..<20 {
      track(10, analytics)
      await analytics.flush()
      await analytics.prune()
    }
    #expect(try bytes < 65_536 + 3 * 4_096)
    let ledger = analytics.ledger()
    #expect(ledger.balances)
    #expect(ledger.refused.isEmpty)
    let rows = ledger.destinations
    #expect(rows.map(\.accepted) == [220, 220])
    #expect(rows[1].delivered == 220)
    #expect(rows[1].dropped.isEmpty)
    let dropped = try #require(rows[0].dropped[.capacity])
    #expect(dropped > 100)
    // Sealed events are not dropped, and all remaining events arrive.
    isDown.withLock { $0 = false }
    #expect(await analytics.flush().isComplete)
    #expect(analytics.ledger().destinations[0].delivered == 220 - dropped)
    #expect(analytics.ledger().destinations[0].damaged == 0)
    #expect(Set(late.events.map(\.id)).count == Int(220 - dropped))
    #expect(late.events.first?.id == prompt.events.first?.id)
    #expect(late.events.last?.id == prompt.events.last?.id)
  }

  @Test("a destination that is not configured in this launch loses its oldest events as well")
  func absent() async throws {
    let gone = down("gone")
    let first = await start([gone]) { $0.journal.bytes = 65_536 }
    track(5, first)
    await first.close(flushingForSeconds: 0)
    let second = await start([RecordingDestination(name: "here")]) { $0.journal.bytes = 65_536 }
    for _ in 0..<30 {
      track(10, second)
      await second.flush()
      await second.prune()
    }
    #expect(try bytes < 65_536 + 3 * 4_096)
    await second.close()
    let third = await start([gone, RecordingDestination(name: "here")]) {
      $0.journal.bytes = 65_536
    }
    let row = third.ledger().destinations[0]
    #expect(row.balances)
    #expect(row.accepted == 305)
    #expect((row.dropped[.capacity] ?? 0) > 200)
  }

  @Test("if configured, the newest events are refused and counted")
  func newest() async throws {
    let server = down("server")
    let analytics = await start([server]) {
      $0.journal.bytes = 65_536
      $0.journal.whenFull = .dropNewest
    }
    track(100, analytics)
    let ledger = analytics.ledger()
    let refused = try #require(ledger.refused[.journalFull])
    #expect(ledger.recorded + refused == 100)
    #expect(ledger.recorded > 40 && ledger.recorded < 66)
    #expect(try bytes <= 65_536)
    #expect(ledger.destinations[0].pending == ledger.recorded)
    let error = await #expect(throws: AnalyticsError.self) {
      try await analytics.record("Event", ["filler": .string(String(repeating: "x", count: 999))])
    }
    #expect(error?.receipt == .refused(.journalFull))
  }

  @Test("at most the configured number of events waits")
  func count() async {
    let analytics = await start([down("server")]) { $0.journal.events = 160 }
    for number in 1...1_000 {
      analytics.track("Event \(number)")
      if number % 20 == 0 { await analytics.prune() }
    }
    let row = analytics.ledger().destinations[0]
    #expect(row.balances)
    #expect(row.accepted == 1_000)
    #expect(row.pending <= 160 + 10 && row.pending >= 130)
  }

  @Test("only a destination that lags behind loses its oldest events")
  func lag() async {
    let late = down("late")
    let prompt = RecordingDestination(name: "prompt")
    let analytics = await start([late, prompt]) { $0.journal.lag = 30 }
    for number in 1...100 { analytics.track("Event \(number)") }
    await analytics.prune()
    let rows = analytics.ledger().destinations
    #expect(rows[0].pending == 30)
    #expect(rows[0].dropped == [.capacity: 70])
    #expect(rows[1].dropped[.capacity] == 70)
    #expect(analytics.ledger().balances)
    await analytics.flush()
    #expect(late.events.count == 30)
    #expect(late.events.last?.fields?["event"] as? String == "Event 100")
  }

  @Test(
    "events that wait too long are removed, and no wall clock accelerates that",
    arguments: [0, 1_000_000])
  func age(jump: Int64) async {
    let server = down("server")
    let analytics = await start([server]) { $0.journal.age = 3_600 }
    for number in 1...10 { analytics.track("Old \(number)") }
    clock.setWall(millisecondsSince1970: 1_767_225_600_000 + jump * 1_000_000)
    clock.advance(bySeconds: 3_000)
    await analytics.prune()
    #expect(analytics.ledger().destinations[0].pending == 10)
    analytics.track("Young")
    clock.advance(bySeconds: 700)
    // The segment is as old as its youngest event.
    await analytics.prune()
    #expect(analytics.ledger().destinations[0].pending == 11)
    clock.setWall(millisecondsSince1970: 1_000)
    clock.advance(bySeconds: 3_000)
    await analytics.prune()
    let row = analytics.ledger().destinations[0]
    #expect(row.pending == 0)
    #expect(row.dropped == [.age: 11])
    #expect(row.balances)
  }
}

extension Analytics {
  /// Runs the retention now, which the SDK does by itself shortly after it is needed.
  fileprivate func prune() async { await engine?.retention.prune() }
}
