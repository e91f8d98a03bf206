import Cairn
import CairnTesting
import Testing

@Suite struct TestStorageTests {
  let testing = TestAnalytics()

  @Test(
    "events recorded on a full disk wait in memory, and are written and sent when there is room")
  func full() async throws {
    testing.analytics.track("Before")
    testing.storage.isFull = true
    testing.analytics.track("Meanwhile")
    #expect(testing.storage.problem == .noSpace)
    #expect(testing.analytics.ledger().buffered == 1)
    #expect(testing.analytics.ledger().storageProblem == .noSpace)
    await #expect(throws: AnalyticsError.self) { try await testing.analytics.record("Too Much") }
    testing.storage.isFull = false
    await testing.analytics.flush()
    #expect(testing.analytics.ledger().buffered == 0)
    #expect(
      testing.destination.acceptedEvents.compactMap { $0.fields?["event"] as? String }
        == ["Before", "Meanwhile", "Too Much"])
    #expect(testing.events.count == 3)
  }

  @Test(
    "each problem is shown in the ledger, and ends with its cause",
    arguments: [
      StorageProblem.noSpace, .readOnly, .locked, .device, .vanished, .descriptorLost,
      StorageProblem(rawValue: "other"),
    ])
  func problems(problem: StorageProblem) async {
    testing.analytics.track("Before")
    testing.storage.problem = problem
    testing.analytics.track("Meanwhile")
    #expect(testing.analytics.ledger().storageProblem == said(problem))
    testing.storage.problem = nil
    await testing.analytics.flush()
    await testing.analytics.flush()
    #expect(testing.analytics.ledger().destinations[0].delivered == 2)
    #expect(testing.analytics.ledger().storageProblem == nil)
  }

  /// Returns the problem: on other platforms than Apple's there is no such lock, and the same error
  /// means that writing is not permitted.
  func said(_ problem: StorageProblem) -> StorageProblem {
    #if !canImport(Darwin)
    if problem == .locked { return .readOnly }
    #endif
    return problem.rawValue == "other" ? .device : problem
  }

  @Test("events that wait in memory are written after some time")
  func time() async {
    testing.storage.isFull = true
    testing.analytics.track("Meanwhile")
    testing.storage.isFull = false
    while testing.analytics.ledger().buffered > 0 {
      await testing.clock.waitForSleeper(forSeconds: 0...3_600)
      testing.clock.advanceToNextSleeper()
    }
    #expect(testing.analytics.ledger().storageProblem == nil)
  }

  @Test("a disk that syncs nothing makes record() throw, and keeps the event")
  func notDurable() async {
    testing.storage.problem = .notDurable
    await #expect(throws: AnalyticsError.self) { try await testing.analytics.record("One") }
    testing.storage.problem = nil
    #expect(await testing.analytics.flush().isComplete)
    #expect(testing.destination.acceptedEvents.count == 1)
  }

  @Test("an app that starts on a read-only disk works in memory, and reports that")
  func readOnly() {
    let storage = TestStorage()
    storage.problem = .readOnly
    let testing = TestAnalytics(storage: storage)
    testing.analytics.track("One")
    #expect(testing.analytics.ledger().isInMemory)
    #expect(testing.events.count == 1)
  }
}
