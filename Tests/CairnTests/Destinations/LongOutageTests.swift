import Cairn
import CairnTesting
import Testing

/// P3: a destination that is down for a month costs only disk space, up to its cap.
@Suite final class LongOutageTests: Sendable {
  let clock = ManualClock()
  let storage = TestStorage()
  let isUp = Locked(false)
  static let hours = 30 * 24

  func server(_ name: String) -> RecordingDestination {
    RecordingDestination(
      name: name,
      answer: { [self] _ in
        isUp.withLock { $0 } ? .accepted : .later(afterSeconds: nil, reason: "no response")
      })
  }

  func launch(_ servers: [RecordingDestination], bytes: Int) async -> Analytics {
    var configuration = Configuration(destinations: servers)
    configuration.journal.bytes = bytes
    configuration.syncPolicy = .never
    return await CairnTests.launch(configuration, clock, storage)
  }

  /// Returns whether no request is in progress.
  func hasAnswers(_ analytics: Analytics) -> Bool {
    let workers = analytics.engine?.registry.workers ?? []
    return workers.allSatisfy { $0.report.phase != .delivering }
  }

  /// Simulates a month with four events per hour and one launch per day.
  func month(_ down: RecordingDestination, _ up: RecordingDestination, bytes: Int) async
    -> Analytics
  {
    var analytics = await launch([down, up], bytes: bytes)
    let filler = Value.string(String(repeating: "x", count: 400))
    for hour in 0..<Self.hours {
      for number in 0..<4 { analytics.track("\(hour).\(number)", ["filler": filler]) }
      // A request that was in progress for more than 20 minutes would be sent again.
      #expect(await eventually { hasAnswers(analytics) })
      clock.advance(bySeconds: 3_600)
      // In reality it has an hour for that.
      await analytics.engine?.retention.prune()
      if hour % 24 == 23 {
        await analytics.flush()
        #expect(analytics.ledger().balances)
        await analytics.close(flushingForSeconds: 0)
        analytics = await launch([down, up], bytes: bytes)
      }
    }
    return analytics
  }

  @Test("below the cap nothing is dropped, and all of it arrives in order when it is up again")
  func belowTheCap() async {
    let (down, up) = (server("down"), RecordingDestination(name: "up"))
    let analytics = await month(down, up, bytes: 20 << 20)
    #expect(up.events.count == Self.hours * 4)
    let waiting = analytics.ledger().destinations[0]
    #expect(waiting.pending == UInt64(Self.hours * 4))
    #expect(waiting.dropped.isEmpty)
    let before = down.batches.count
    isUp.withLock { $0 = true }
    #expect(await analytics.flush().isComplete)
    let arrived = down.batches.dropFirst(before).flatMap(\.events).map(\.id)
    #expect(arrived == up.events.map(\.id))
    #expect(analytics.ledger().balances)
    // The sealed batch was the same for a month.
    #expect(Set(down.batches.prefix(before).map(\.key)).count == 1)
  }

  @Test("at the cap the oldest go, counted exactly, and the disk does not grow")
  func atTheCap() async throws {
    let cap = 256 << 10
    let (down, up) = (server("down"), RecordingDestination(name: "up"))
    let analytics = await month(down, up, bytes: cap)
    let bytes = try #require(analytics.engine).journal.segments().reduce(0) { $0 + $1.bytes }
    #expect(bytes <= cap + cap / 4)
    #expect(analytics.ledger().refused.isEmpty)
    let row = analytics.ledger().destinations[0]
    let dropped = try #require(row.dropped[.capacity])
    #expect(row.accepted == UInt64(Self.hours * 4))
    #expect(dropped + row.pending == row.accepted)
    isUp.withLock { $0 = true }
    let before = down.batches.count
    #expect(await analytics.flush().isComplete)
    let arrived = down.batches.dropFirst(before).flatMap(\.events).map(\.id)
    #expect(Set(arrived).count == Self.hours * 4 - Int(dropped))
    #expect(Set(arrived).count == arrived.count)
    #expect(up.events.count == Self.hours * 4)
    #expect(analytics.ledger().destinations.allSatisfy { $0.damaged == 0 })
    #expect(analytics.ledger().balances)
  }
}
