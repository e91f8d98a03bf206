import Cairn
import CairnTesting
import Dispatch
import Testing

/// P2: the synced files and the times of syncs.
@Suite final class SyncTests: Sendable {
  let clock = ManualClock()
  let calls = Locked<[String]>([])
  let broken = Locked(false)
  let full = Locked(false)
  /// The semaphore that the first sync waits for.
  let gate = Locked<DispatchSemaphore?>(nil)

  func launch(_ policy: SyncPolicy) async -> Analytics {
    let disk = FaultyFileSystem(TestStorage().files) { [self] call in
      calls.withLock { $0.append(call.name) }
      if call.name == "write", full.withLock({ $0 }) { return .fail(FileError.noSpace) }
      if call.name == "sync" { gate.withLock { $0 }?.wait() }
      return call.name == "sync" && broken.withLock { $0 } ? .fail(FileError.inputOutput) : .none
    }
    var configuration = Configuration(destinations: []).testing(clock: clock)
    configuration.syncPolicy = policy
    configuration.seams.files = disk
    let analytics = Analytics(configuration)
    await analytics.flush()
    calls.withLock { $0 = [] }
    return analytics
  }

  var syncs: Int { calls.withLock { $0.filter { $0 == "sync" }.count } }

  @Test("record() returns after the sync of its event, and of the name of a new file")
  func record() async throws {
    let analytics = await launch(.never)
    try await analytics.record("Order Completed", ["total": 99])
    let made = calls.withLock { $0 }
    let written = try #require(made.lastIndex(of: "write"))
    let synced = try #require(made.lastIndex(of: "sync"))
    #expect(written < synced)
    #expect(made.contains("syncDirectory"))
  }

  @Test("record() throws when the disk did not confirm, and when the event was refused")
  func recordFails() async {
    let analytics = await launch(.never)
    broken.withLock { $0 = true }
    let failure = await #expect(throws: AnalyticsError.self) { try await analytics.record("One") }
    #expect(failure?.code == .notDurable)
    let refusal = await #expect(throws: AnalyticsError.self) { try await analytics.record("") }
    #expect(refusal?.refusal == .nameMissing)
    #expect(analytics.ledger().recorded == 1)
  }

  @Test(
    "by default a sync follows two seconds after the first unsynced event, and none without one")
  func interval() async {
    let analytics = await launch(.interval(seconds: 2))
    #expect(clock.sleepers == 0)
    analytics.track("One")
    analytics.track("Two")
    await clock.waitForSleeper(forSeconds: 2...2)
    #expect(clock.sleepers == 1)
    #expect(syncs == 0)
    clock.advance(bySeconds: 2)
    _ = try? await analytics.record("Three")
    #expect(syncs >= 1)
  }

  @Test(
    "buffered events are synced in time when the disk works again, whichever call detects it")
  func afterRoom() async {
    for isFlushed in [true, false] {
      let analytics = await launch(.interval(seconds: 2))
      full.withLock { $0 = true }
      analytics.track("One")
      #expect(analytics.ledger().buffered == 1)
      await clock.waitForSleeper(forSeconds: 0...60)
      full.withLock { $0 = false }
      if isFlushed {
        await analytics.flush()
      } else {
        clock.advance(bySeconds: 60)
      }
      await clock.waitForSleeper(forSeconds: 2...2)
      #expect(syncs == 0)
      #expect(analytics.ledger().buffered == 0)
      clock.advance(bySeconds: 2)
      while syncs == 0 { await Task.yield() }
      await analytics.close()
    }
  }

  @Test("events that record() could not confirm are synced in time, even without further events")
  func afterFailure() async {
    let analytics = await launch(.interval(seconds: 2))
    broken.withLock { $0 = true }
    await #expect(throws: AnalyticsError.self) { try await analytics.record("One") }
    await clock.waitForSleeper(forSeconds: 2...2)
    broken.withLock { $0 = false }
    calls.withLock { $0 = [] }
    clock.advance(bySeconds: 2)
    while syncs == 0 { await Task.yield() }
    await analytics.close()
  }

  @Test("callers of record() during a sync share the next one")
  func groupCommit() async throws {
    let analytics = await launch(.never)
    gate.withLock { $0 = DispatchSemaphore(value: 0) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<100 { group.addTask { try await analytics.record("Event \(number)") } }
      while analytics.ledger().recorded < 100 { await Task.yield() }
      // The first sync has waited until all events are recorded; all syncs may continue now.
      let first = gate.withLock { gate in
        defer { gate = nil }
        return gate
      }
      first?.signal()
      try await group.waitForAll()
    }
    #expect(syncs <= 50)
  }
}
