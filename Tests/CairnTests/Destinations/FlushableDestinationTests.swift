import Cairn
import CairnTesting
import Testing

/// A destination in front of another SDK, which has a queue of its own.
private final class Wrapper: FlushableDestination {
  let name = "wrapper"
  private let log = Locked<[String]>([])
  private let flushing: @Sendable () async -> Void
  var outcome: Outcome { answer.withLock { $0 } }
  let answer = Locked(Outcome.accepted)

  init(_ flushing: @escaping @Sendable () async -> Void = {}) { self.flushing = flushing }

  var calls: [String] { log.withLock { $0 } }

  func deliver(_ batch: Batch) async -> Outcome {
    log.withLock { $0.append("deliver \(batch.events.count)") }
    return outcome
  }

  func flush() async {
    log.withLock { $0.append("flush") }
    await flushing()
  }
}

@Suite struct FlushableDestinationTests {
  let clock = ManualClock()
  let storage = TestStorage()
  let host = ManualHost()

  private func launch(_ destinations: [any Destination]) async -> Analytics {
    var configuration = Configuration(destinations: destinations)
    configuration.syncPolicy = .never
    configuration.diagnostics = { _ in }
    let analytics = Analytics(
      configuration.testing(clock: clock, storage: storage, host: host))
    analytics.track("First")
    await analytics.flush()
    return analytics
  }

  @Test("a flush sends the queue of the destination after its events, also when an attempt failed")
  func flush() async {
    let wrapper = Wrapper()
    let analytics = await launch([wrapper, RecordingDestination()])
    #expect(wrapper.calls == ["deliver 1", "flush"])
    wrapper.answer.withLock { $0 = .later(afterSeconds: nil, reason: "busy") }
    analytics.track("Second")
    await analytics.flush()
    #expect(wrapper.calls == ["deliver 1", "flush", "deliver 1", "flush"])
    await analytics.close()
    #expect(wrapper.calls.last == "flush")
    #expect(wrapper.calls.count { $0 == "flush" } == 3)
  }

  @Test("the background sends the queue, and the background time lasts until that is done")
  func background() async {
    let gate = Log<Void>()
    let isInBackground = Locked(false)
    let wrapper = Wrapper {
      if isInBackground.withLock({ $0 }) { _ = await gate.items { !$0.isEmpty } }
    }
    let analytics = await launch([wrapper])
    analytics.track("Second")
    isInBackground.withLock { $0 = true }
    host.enterBackground()
    #expect(await eventually { wrapper.calls.count == 4 })
    #expect(wrapper.calls == ["deliver 1", "flush", "deliver 1", "flush"])
    #expect(host.backgroundTimes == 1)
    gate.append(())
    await host.untilBackgroundTimeEnds()
    await analytics.close()
  }

  @Test("a queue that is never sent delays a flush for at most twenty seconds, and no event")
  func endless() async {
    let isEndless = Locked(false)
    let wrapper = Wrapper {
      guard isEndless.withLock({ $0 }) else { return }
      // It ignores its cancellation.
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    let other = RecordingDestination()
    let analytics = await launch([wrapper, other])
    isEndless.withLock { $0 = true }
    analytics.track("Second")
    async let flushed = analytics.flush()
    await clock.waitForSleeper(forSeconds: 20...20)
    #expect(await eventually { other.acceptedEvents.count == 2 })
    clock.advance(bySeconds: 20)
    #expect(await flushed.destinations.map(\.pending) == [0, 0])
    // Nobody waits for it again.
    await analytics.flush()
    #expect(wrapper.calls.count { $0 == "flush" } == 2)
    // Nor does it delay the end.
    async let closed = analytics.close(flushingForSeconds: 5)
    await clock.waitForSleeper(forSeconds: 5...5)
    clock.advance(bySeconds: 5)
    _ = await closed
  }

  @Test("one flush runs at a time, and every caller waits for it; a denial or the end cancels it")
  func cancelled() async {
    for isDenial in [true, false] {
      let isBlocking = Locked(false)
      let cancellations = Locked(0)
      let gate = Log<Void>()
      let wrapper = Wrapper {
        guard isBlocking.withLock({ $0 }) else { return }
        await withTaskCancellationHandler {
          _ = await gate.items { !$0.isEmpty }
        } onCancel: {
          cancellations.withLock { $0 += 1 }
          gate.append(())
        }
      }
      let analytics = await launch([wrapper])
      isBlocking.withLock { $0 = true }
      async let one = analytics.flush()
      async let two = analytics.flush()
      #expect(await eventually { wrapper.calls.count { $0 == "flush" } == 2 })
      if isDenial {
        analytics.setConsent(.denied)
      } else {
        await analytics.removeDestination("wrapper")
      }
      _ = await (one, two)
      #expect(cancellations.withLock { $0 } == 1)
      await analytics.flush()
      await analytics.close()
      await analytics.flush()
      #expect(wrapper.calls.count { $0 == "flush" } == 2)
      analytics.setConsent(.granted)
    }
  }

  @Test("a flush that began before an event was delivered is followed by one for that event")
  func follows() async {
    let blocks = Locked(false)
    let gate = Log<Void>()
    let wrapper = Wrapper {
      if blocks.withLock({ $0 }) { _ = await gate.items { !$0.isEmpty } }
    }
    let analytics = await launch([wrapper])
    blocks.withLock { $0 = true }
    async let first = analytics.flush()
    #expect(await eventually { wrapper.calls.count { $0 == "flush" } == 2 })
    // The limit of the second caller shows that it waits.
    clock.advance(bySeconds: 1)
    analytics.track("Second")
    async let second = analytics.flush()
    await clock.waitForSleeper(forSeconds: 20...20)
    #expect(wrapper.calls.count { $0 == "deliver 1" } == 2)
    blocks.withLock { $0 = false }
    gate.append(())
    _ = await (first, second)
    #expect(wrapper.calls == ["deliver 1", "flush", "flush", "deliver 1", "flush"])
    await analytics.close()
  }

  @Test("the limit of a flush stays when the caller that began it is cancelled")
  func limitStays() async {
    let cancellations = Log<Void>()
    let isBlocking = Locked(false)
    let wrapper = Wrapper {
      guard isBlocking.withLock({ $0 }) else { return }
      await withTaskCancellationHandler {
        _ = await cancellations.items { !$0.isEmpty }
      } onCancel: {
        cancellations.append(())
      }
    }
    let analytics = await launch([wrapper])
    isBlocking.withLock { $0 = true }
    let caller = Task { _ = await analytics.flush() }
    #expect(await eventually { wrapper.calls.count { $0 == "flush" } == 2 })
    caller.cancel()
    await caller.value
    #expect(cancellations.items.isEmpty)
    await clock.waitForSleeper(forSeconds: 20...20)
    clock.advance(bySeconds: 20)
    #expect(await eventually { cancellations.items.count == 1 })
    await analytics.close()
  }

  @Test("a flush that calls flush() does not wait for itself")
  func reentrant() async {
    let analytics = Locked<Analytics?>(nil)
    let wrapper = Wrapper {
      if let analytics = analytics.withLock({ $0 }) { await analytics.flush() }
    }
    let launched = await launch([wrapper])
    analytics.withLock { $0 = launched }
    launched.track("Second")
    await launched.flush()
    #expect(wrapper.calls == ["deliver 1", "flush", "deliver 1", "flush"])
    analytics.withLock { $0 = nil }
    await launched.close()
  }

  @Test("a flush whose task is cancelled does not begin the destination's own")
  func cancelledCaller() async {
    let server = Wrapper()
    let analytics = await launch([server])
    let task = Task {
      await withUnsafeContinuation { (go: UnsafeContinuation<Void, Never>) in go.resume() }
      withUnsafeCurrentTask { $0?.cancel() }
      await analytics.flush()
    }
    await task.value
    #expect(server.calls == ["deliver 1", "flush"])
    await analytics.close()
  }

  @Test("while consent is not granted, the queue is not sent")
  func consent() async {
    let wrapper = Wrapper()
    let analytics = await launch([wrapper])
    for consent in [Consent.pending, .denied] {
      analytics.setConsent(consent)
      await analytics.flush()
      host.enterBackground()
      await host.untilBackgroundTimeEnds()
      host.enterForeground()
    }
    #expect(wrapper.calls == ["deliver 1", "flush"])
    analytics.setConsent(.granted)
    await analytics.flush()
    #expect(wrapper.calls.last == "flush")
    await analytics.close()
  }
}
