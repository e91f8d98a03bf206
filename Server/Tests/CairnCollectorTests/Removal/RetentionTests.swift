import Foundation
import Testing

@testable import CairnCollector

@Suite("Old events are deleted at the start and daily")
struct RetentionTests {
  private static let today = Int64(Date().timeIntervalSince1970 * 1_000) / EventDay.milliseconds

  /// Returns an id of a time in the middle of a day.
  private static func id(daysAgo days: Int64) -> String {
    let milliseconds = (today - days) * EventDay.milliseconds + EventDay.milliseconds / 2
    return StoreEvents.id(milliseconds: milliseconds, 1)
  }

  @Test("a collector deletes and refuses events that are too old", arguments: StoreEngine.installed)
  func collector(engine: StoreEngine) async throws {
    let url = engine == .sqlite ? nil : try await PostgreSQLServer.shared?.database()
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let (old, kept) = (Self.id(daysAgo: 40), Self.id(daysAgo: 10))
    let body = Batches.tracks([old, kept, "no-day"])
    let path = folder.path("events.sqlite")
    try await TestCollector.run(at: path) {
      $0.storeURL = url
    } _: { running in
      let reply = try await running.client.post(body).batch()
      #expect(reply.accepted == 3)
    }
    try await TestCollector.run(at: path) {
      $0.storeURL = url
      $0.retentionDays = 30
    } _: { running in
      try await eventually("the old event is deleted") {
        running.collector.statistics().removed == 1
      }
      let reply = try await running.client.post(body).batch()
      #expect(reply.results.map(\.result) == ["refused", "duplicate", "duplicate"])
      let first = EventDay(Self.today - 30)
      #expect(reply.results[0].reason == "expired: events are kept from \(first) on")
    }
  }

  @Test("retention runs after midnight, again after a failure, and after a change of the clock")
  func schedule() async throws {
    let store = ProgrammedStore(failures: [false, true, false, false])
    let clock = ProgrammedClock(day: 20_000, hour: 22)
    let retention = Retention(
      store: store, days: 30, logger: .quiet, now: { clock.now },
      pause: { try clock.pass($0, atMost: 7) })
    await retention.run()
    // 22:00 pruned; 23:00; 0:00 the next day fails; 0:01 pruned; then hours; the clock goes back.
    #expect(store.days == [19_970, 19_971, 19_971])
    #expect(clock.waits == [3_600, 3_600, 60, 3_600, 3_600, 3_600, 3_600].map { .seconds($0) })
  }

  @Test("a range is checked", arguments: [0, -1, 36_501])
  func range(days: Int) {
    var configuration = CollectorConfiguration(databasePath: "/nowhere/events.sqlite")
    configuration.retentionDays = days
    let error = #expect(throws: CollectorError.self) { try Collector(configuration) }
    #expect(error?.message.contains("retentionDays") == true)
  }
}

/// A clock that moves only when a task sleeps.
private final class ProgrammedClock: Sendable {
  private let state: Locked<(now: Int64, waits: [Duration])>

  init(day: Int64, hour: Int64) {
    state = Locked((day * EventDay.milliseconds + hour * 3_600_000, []))
  }

  var now: Int64 { state.withLock { $0.now } }
  var waits: [Duration] { state.withLock { $0.waits } }

  func pass(_ duration: Duration, atMost most: Int) throws {
    let count = state.withLock { state in
      state.now += Int64(duration / .milliseconds(1))
      state.waits.append(duration)
      return state.waits.count
    }
    if count == most { throw CancellationError() }
  }
}

/// Records the days, and fails as programmed.
private final class ProgrammedStore: EventStore {
  private let state: Locked<(failures: [Bool], days: [Int64])>

  init(failures: [Bool]) { state = Locked((failures, [])) }

  var days: [Int64] { state.withLock { $0.days } }
  var totals: CollectorStatistics { CollectorStatistics() }

  func prune(before day: EventDay) async throws(StoreFailure) -> Int {
    let fails = state.withLock { state in
      state.days.append(day.number)
      return state.failures.isEmpty ? false : state.failures.removeFirst()
    }
    if fails { throw .unavailable("the test's store") }
    return 0
  }

  func migrate() async {}
  func commit(_ requests: [StoreRequest]) async -> [[StoreResult]] { [] }
  func page(_ query: EventsQuery) async -> EventPage { EventPage(limit: 1) }
  func erase(_ subject: ErasureSubject) async -> Erasure { Erasure(events: 0, anonymousIDs: []) }
  func readiness() async -> Readiness { .ready }
  func close() {}
}
