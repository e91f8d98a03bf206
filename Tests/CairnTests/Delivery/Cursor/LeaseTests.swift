import Cairn
import CairnTesting
import Foundation
import Testing

/// P6, I9: several processes on one folder, simulated by several instances.
@Suite struct LeaseTests {
  let clock = ManualClock()
  let storage = TestStorage()

  func start(_ destination: any Destination) async -> Analytics {
    await launch(Configuration(destinations: [destination]), clock, storage)
  }

  @Test("one process delivers at a time, and each event is sent once")
  func once() async {
    let one = RecordingDestination()
    let two = RecordingDestination()
    let first = await start(one)
    let second = await start(two)
    for number in 1...50 {
      first.track("First \(number)")
      second.track("Second \(number)")
      if number % 10 == 0 {
        await first.flush()
        await second.flush()
      }
    }
    await first.flush()
    await second.flush()
    let ids = (one.events + two.events).map(\.id)
    #expect(ids.count == 100)
    #expect(Set(ids).count == 100)
    #expect(first.ledger().balances && second.ledger().balances)
    await first.close()
    await second.close()
    let third = await start(RecordingDestination())
    let row = third.ledger().destinations[0]
    #expect(row.accepted == 100 && row.delivered == 100 && row.pending == 0)
  }

  @Test(
    "a process waits, and reports why, while another delivers; if that dies it sends the same batch"
  )
  func takeover() async {
    let hanging = HangingDestination()
    let healthy = RecordingDestination()
    let first = await start(hanging)
    for number in 1...5 { first.track("Event \(number)") }
    let flush = Task { await first.flush() }
    await hanging.untilAsked()
    let second = await start(healthy)
    #expect(second.ledger().destinations[0].problem == "another process delivers")
    #expect(healthy.batches.isEmpty)
    // A graceful close cancels the delivery, as a kill would.
    await first.close(flushingForSeconds: 0)
    _ = await flush.value
    #expect(await second.flush().isComplete)
    #expect(healthy.batches.map(\.key) == [hanging.key])
    #expect(healthy.events.count == 5)
    let row = second.ledger().destinations[0]
    #expect(row.balances && row.delivered == 5)
    await second.close()
  }

  @Test("the cursor of a process that lost the race changes nothing")
  func stale() async throws {
    let one = RecordingDestination()
    let first = await start(one)
    let second = await start(
      RecordingDestination(answer: { _ in .later(afterSeconds: 1, reason: "x") }))
    first.track("One")
    await first.flush()
    second.track("Two")
    await second.flush()
    first.track("Three")
    clock.advance(bySeconds: 10)
    // The other one's alarm has fired as well, and it may be delivering.
    while !(await first.flush().isComplete) {}
    await first.close()
    await second.close()
    let third = await start(RecordingDestination())
    await third.flush()
    let row = third.ledger().destinations[0]
    #expect(row.accepted == 3 && row.delivered == 3)
    #expect(one.events.count == 3)
  }
}

/// A destination that never responds.
private final class HangingDestination: Destination {
  let name = "recording"
  private let state = Locked<(batch: Batch?, waiter: CheckedContinuation<Void, Never>?)>((nil, nil))

  var key: UUID? { state.withLock { $0.batch?.key } }

  func untilAsked() async {
    await withCheckedContinuation { waiter in
      let isThere = state.withLock { state in
        if state.batch != nil { return true }
        state.waiter = waiter
        return false
      }
      if isThere { waiter.resume() }
    }
  }

  func deliver(_ batch: Batch) async -> Outcome {
    let waiter = state.withLock { state in
      state.batch = batch
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
    // It waits until it is cancelled.
    let (stream, _) = AsyncStream<Void>.makeStream()
    for await _ in stream {}
    return .later(afterSeconds: nil, reason: "cancelled")
  }
}
