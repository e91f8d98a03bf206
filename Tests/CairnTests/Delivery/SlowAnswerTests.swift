import Cairn
import CairnTesting
import Foundation
import Testing

/// P6: a request whose response takes too long is ended, and its batch sent again unchanged.
@Suite struct SlowAnswerTests {
  /// Responds to the first request when the test requests it, even if its task is cancelled, and
  /// accepts all others at once.
  private final class Slow: Destination {
    let name = "slow"
    private let isFirst = Locked(true)
    private let answers = AsyncStream.makeStream(of: Void.self)

    func deliver(_ batch: Batch) async -> Outcome {
      let isFirst = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      // A separate task, because a cancelled one would not wait.
      if isFirst { await Task { for await _ in answers.stream {} }.value }
      return .accepted
    }

    func answer() { answers.continuation.finish() }
  }

  @Test(
    "a request unanswered for 20 minutes is sent again with the same key and bytes, in order"
  )
  func sentAgain() async throws {
    let clock = ManualClock()
    let slow = Slow()
    let server = RecordingDestination(inFrontOf: slow)
    var configuration = Configuration(destinations: [server])
    configuration.flushAt = 1
    let analytics = await launch(configuration, clock)
    analytics.track("One")
    _ = await server.batches(atLeast: 1)
    analytics.track("Two")
    // Its timeout is counted in two halves.
    for _ in 0..<2 {
      await clock.waitForSleeper(forSeconds: 600...600)
      #expect(server.batches.count == 1)
      clock.advance(bySeconds: 600)
    }
    // The back-off follows.
    #expect(await eventually { hasSettled(2, in: analytics, at: clock) })
    // The late response is ignored.
    slow.answer()
    _ = await server.outcomes(atLeast: 3)
    await analytics.flush()
    let batches = server.batches
    try #require(batches.count == 3)
    #expect(batches[1].key == batches[0].key)
    #expect(batches[1].body == batches[0].body)
    #expect(batches[1].attempt == batches[0].attempt + 1)
    #expect(batches[2].key != batches[0].key)
    #expect(
      batches.map { $0.events.compactMap { $0.fields?["event"] as? String } } == [
        ["One"], ["One"], ["Two"],
      ])
    #expect(analytics.ledger()["slow"]?.account == "2 accepted, 2 delivered")
    await analytics.close(flushingForSeconds: 0)
  }

  @Test(
    "another process delivers events of a cancelled request that had no answer; they count once"
  )
  func takenOver() async throws {
    let (clock, disk, storage) = (ManualClock(), SimulatedDisk(), TestStorage())
    func start(_ server: RecordingDestination, seed: UInt64) -> Analytics {
      var configuration = Configuration(destinations: [server])
      configuration.instance = "i"
      configuration.flushAt = 1
      // The ended one waits for a long time; the other one checks every few seconds for its turn.
      configuration.retry = RetryPolicy(firstDelay: 300, maximumDelay: 300, jitter: .none)
      configuration = configuration.testing(clock: clock, storage: storage, seed: seed)
      configuration.directory = URL(fileURLWithPath: "/o")
      configuration.seams.files = disk.makeProcess()
      return Analytics(configuration)
    }
    let slow = Slow()
    let here = RecordingDestination(inFrontOf: slow)
    let first = start(here, seed: 1)
    first.track("One")
    _ = await here.batches(atLeast: 1)
    let there = RecordingDestination(name: "slow")
    let second = start(there, seed: 2)
    second.track("Two")
    let begun = clock.now().continuous
    let giveUp = begun + DeliveryWorker.longestRequest
    #expect(
      await eventually {
        guard there.batches.isEmpty else { return true }
        if let due = clock.nextDue, due <= 10 { clock.advanceToNextSleeper() }
        return false
      })
    #expect(clock.now().continuous >= giveUp)
    #expect(there.batches.first?.key == here.batches.first?.key)
    #expect(there.batches.first?.body == here.batches.first?.body)
    #expect(await eventually { second.ledger()["slow"]?.pending == 0 })
    // The late response of the first server settles nothing.
    slow.answer()
    _ = await here.outcomes(atLeast: 1)
    await first.close(flushingForSeconds: 0)
    #expect(second.ledger()["slow"]?.account == "2 accepted, 2 delivered")
    #expect(here.batches.count == 1)
    await second.close(flushingForSeconds: 0)
  }

  private func hasSettled(_ count: UInt64, in analytics: Analytics, at clock: ManualClock) -> Bool {
    if analytics.ledger()["slow"]?.delivered == count { return true }
    // The clock is not advanced to the time of the next request.
    if let due = clock.nextDue, due < 300 { clock.advanceToNextSleeper() }
    return false
  }
}
