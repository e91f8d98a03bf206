import CairnTesting
import Testing

@testable import Cairn

/// P2: every policy except `never` has one task that later syncs what its own call could not.
@Suite struct PlannedSyncTests {
  /// Whether the syncs of the disk fail.
  private final class RecordingFailure: Sendable {
    private let isOn = Locked(false)

    func set(_ on: Bool) { isOn.withLock { $0 = on } }
    var value: Bool { isOn.withLock { $0 } }
  }

  private let refusal = RecordingFailure()
  private let fixture: JournalFixture
  private let journal: Journal

  init() throws {
    let disk = FaultyFileSystem(InMemoryFileSystem(capacity: 256 << 20)) { [refusal] call in
      refusal.value && call.name == "sync" ? .fail(FileError.inputOutput) : .none
    }
    fixture = JournalFixture(disk)
    journal = try fixture.open()
  }

  private func upkeep(_ policy: SyncPolicy) -> JournalUpkeep {
    var configuration = Configuration(destinations: [])
    configuration.syncPolicy = policy
    return JournalUpkeep(
      journal, clock: fixture.clock, interval: configuration.syncInterval,
      diagnostics: Diagnostics { _ in })
  }

  /// Records an event, and syncs it if the policy requires it; the remaining work is done too.
  private func record(_ upkeep: JournalUpkeep, _ policy: SyncPolicy) {
    var buffer = OutputBuffer(capacity: 64)
    buffer.appendZeros(RecordHeader.headerSize)
    buffer.append(Array("event".utf8))
    var appended = journal.append(&buffer, at: fixture.clock.now())
    if policy == .everyEvent, (try? journal.sync(for: appended.ticket)) != nil {
      appended.needs.subtract([.sync, .syncNow])
    }
    upkeep.handle(appended.needs)
  }

  @Test(
    "an event whose sync failed is synced although none follows",
    arguments: [SyncPolicy.everyEvent, .interval(seconds: 2)], [0, 3])
  func noneFollows(policy: SyncPolicy, failures: Int) async {
    let upkeep = upkeep(policy)
    refusal.set(true)
    record(upkeep, policy)
    for _ in 0..<failures {
      #expect(await eventually { fixture.clock.sleepers == 1 })
      fixture.clock.advanceToNextSleeper()
    }
    #expect(await eventually { fixture.clock.sleepers == 1 })
    refusal.set(false)
    fixture.clock.advanceToNextSleeper()
    #expect(await eventually { journal.isSynced })
  }

  @Test("a journal with the policy `never` plans no sync")
  func never() async {
    let upkeep = upkeep(.never)
    record(upkeep, .never)
    #expect(!upkeep.syncsByItself)
    #expect(fixture.clock.sleepers == 0)
  }

  @Test("one sync is planned for any number of events while syncs fail")
  func oneAtATime() async {
    let upkeep = upkeep(.everyEvent)
    refusal.set(true)
    for _ in 0..<100 {
      record(upkeep, .everyEvent)
      fixture.clock.advance(bySeconds: 6)
      #expect(await eventually { fixture.clock.sleepers > 0 })
    }
    #expect(await eventually { fixture.clock.sleepers == 1 })
    refusal.set(false)
    for _ in 0..<2 where !journal.isSynced { fixture.clock.advance(bySeconds: 61) }
    #expect(await eventually { journal.isSynced })
  }

  @Test("an earlier sync replaces the planned one, and a later one is not planned beside it")
  func replaced() throws {
    var plan = SyncPlan()
    let times = [5, 10, 20].map { fixture.clock.now().continuous + Milliseconds($0) }
    #expect(plan.begin(at: times[1], after: 10) == 1)
    plan.sleeper = Task {}
    let sleeper = try #require(plan.sleeper)
    #expect(plan.begin(at: times[2], after: 20) == nil && !sleeper.isCancelled)
    #expect(plan.begin(at: times[0], after: 5) == 2 && sleeper.isCancelled)
    let isFirst = plan.take(1)
    let isSecond = plan.take(2)
    #expect(!isFirst && isSecond)
  }

  @Test("a failing sync on demand does not delay the sync of later events")
  func failedOnDemand() async {
    let upkeep = upkeep(.interval(seconds: 2))
    record(upkeep, .interval(seconds: 2))
    #expect(await eventually { fixture.clock.sleepers == 1 })
    fixture.clock.advanceToNextSleeper()
    #expect(await eventually { journal.isSynced })
    refusal.set(true)
    await #expect(throws: (any Error).self) { try await upkeep.sync() }
    #expect(await eventually { fixture.clock.sleepers == 1 })
    refusal.set(false)
    fixture.clock.advanceToNextSleeper()
    #expect(await eventually { !journal.isUnsure })
    record(upkeep, .interval(seconds: 2))
    #expect(await eventually { fixture.clock.sleepers == 1 })
    fixture.clock.advanceToNextSleeper()
    #expect(await eventually { journal.isSynced })
  }
}
