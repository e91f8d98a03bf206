import Cairn
import CairnTesting
import Testing

/// The costs of callers that wait for a delivery, and of its own waits.
@Suite struct FlushTests {
  let scene = LivenessFixture()
  let gate = Gate()

  @Test(
    "a flush whose task is cancelled returns, and the delivery continues", .timeLimit(.minutes(60)))
  func cancelled() async {
    let analytics = scene.launch([HeldDestination(gate)])
    analytics.track("Event")
    let result = Locked<FlushResult?>(nil)
    let flush = Task {
      let found = await analytics.flush()
      result.withLock { $0 = found }
    }
    await gate.untilEntered(1)
    flush.cancel()
    #expect(await scene.timeBrings(seconds: 0.001) { result.withLock { $0 != nil } })
    #expect(result.withLock { $0?.pending } == 1)
    #expect(gate.cancelled == 0)
    gate.open()
    await flush.value
    #expect(await scene.timeBrings { analytics.ledger().destinations[0].delivered == 1 })
    #expect((await analytics.flush()).isComplete)
    await analytics.close(flushingForSeconds: 0)
  }

  @Test("a flush that was cancelled before it began returns", .timeLimit(.minutes(60)))
  func cancelledBefore() async {
    let analytics = scene.launch([HeldDestination(gate)])
    analytics.track("Event")
    let isDone = Locked(false)
    let flush = Task {
      while !Task.isCancelled { await Task.yield() }
      await analytics.flush()
      isDone.withLock { $0 = true }
    }
    flush.cancel()
    #expect(await scene.timeBrings(seconds: 0.001) { isDone.withLock { $0 } })
    gate.open()
    await flush.value
    await analytics.close(flushingForSeconds: 0)
  }

  @Test(
    "a flush does not wait forever for a destination that never answers", .timeLimit(.minutes(60)))
  func silent() async {
    let silent = SilentDestination()
    let analytics = scene.launch([silent]) { $0.flushAt = 1 }
    analytics.track("Event")
    #expect(await scene.timeBrings { silent.asked == 1 })
    #expect(
      await scene.timeBrings(within: 200, seconds: 60) { silent.asked >= 2 },
      "asked \(silent.asked)")
    let row = analytics.ledger().destinations[0]
    #expect(row.pending == 1 && row.delivered == 0)
    // The response to the first request, long after that was ended, is ignored.
    silent.answerFirst(.halted(reason: "late"))
    for _ in 0..<10 { await scene.pass(seconds: 0.001) }
    #expect(analytics.ledger().destinations[0].problem != "late")
    silent.answerAll(.accepted)
    #expect(await scene.timeBrings { analytics.ledger().destinations[0].delivered == 1 })
    await analytics.close(flushingForSeconds: 0)
  }
}

/// A destination that does not respond, and ignores cancellation, until the test requests it.
private final class SilentDestination: Destination {
  private struct State {
    var asked = 0
    var waiting: [CheckedContinuation<Outcome, Never>] = []
    var answer: Outcome?
  }

  let name = "silent"
  private let state = Locked(State())

  var asked: Int { state.withLock { $0.asked } }

  func answerFirst(_ outcome: Outcome) {
    state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }?
      .resume(returning: outcome)
  }

  func answerAll(_ outcome: Outcome) {
    let waiting = state.withLock { state in
      state.answer = outcome
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume(returning: outcome) }
  }

  func deliver(_ batch: Batch) async -> Outcome {
    await withCheckedContinuation { continuation in
      let answer = state.withLock { state in
        state.asked += 1
        if state.answer == nil { state.waiting.append(continuation) }
        return state.answer
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }
}
