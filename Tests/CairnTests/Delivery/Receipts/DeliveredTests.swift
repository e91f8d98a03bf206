import Cairn
import CairnTesting
import Testing

/// Waiting for the disposition of an event.
@Suite struct DeliveredTests {
  let scene = ReceiptFixture()

  func watch(_ analytics: Analytics) throws -> DeliveryObserver {
    try #require(analytics.engine?.deliveryObserver)
  }

  /// Returns when this number of callers wait.
  func untilWaiting(_ count: Int, in analytics: Analytics) async throws {
    let watch = try watch(analytics)
    while watch.waiters < count { await Task.yield() }
  }

  @Test("callers that wait for many events each get the status of their own event")
  func many() async throws {
    let server = scene.server
    server.isOffline = true
    server.answerEach { $0.text.contains("Bad") ? .refused("bad") : .accepted }
    let analytics = await scene.start()
    let ids = try (0..<100).map {
      try #require(analytics.track($0.isMultiple(of: 4) ? "Bad" : "Good"))
    }
    let states = try await withThrowingTaskGroup(of: (Int, DeliveryState?).self) { group in
      for number in 0..<200 {
        group.addTask {
          (number, try await analytics.waitForDelivery(of: ids[number % 100])?.state)
        }
      }
      try await untilWaiting(200, in: analytics)
      server.isOffline = false
      await analytics.flush()
      return try await group.reduce(into: [Int: DeliveryState?]()) { $0[$1.0] = $1.1 }
    }
    #expect(states.count == 200)
    #expect(
      states.allSatisfy { $1 == (($0 % 100).isMultiple(of: 4) ? .deadLettered : .delivered) })
    #expect(try watch(analytics).waiters == 0)
  }

  @Test("a caller waits until the last destination has the event")
  func last() async throws {
    let down = RecordingDestination(name: "down")
    down.isOffline = true
    let analytics = await scene.start([scene.server, down])
    let receipt = try await analytics.record("Event")
    async let status = analytics.waitForDelivery(of: receipt)
    try await untilWaiting(1, in: analytics)
    await analytics.flush()
    try await untilWaiting(1, in: analytics)
    down.isOffline = false
    await analytics.flush()
    #expect(try await status?.destinations == ["server": .delivered, "down": .delivered])
  }

  @Test("a caller waits no longer for a destination that is removed")
  func removed() async throws {
    let down = RecordingDestination(name: "down")
    down.isOffline = true
    let analytics = await scene.start([scene.server, down])
    let id = try #require(analytics.track("Event"))
    await analytics.flush()
    async let status = analytics.waitForDelivery(of: id)
    try await untilWaiting(1, in: analytics)
    await analytics.removeDestination("down")
    #expect(try await status?.destinations == ["server": .delivered])
  }

  @Test("waiting for an unknown event returns nil")
  func unknown() async throws {
    let analytics = await scene.start()
    #expect(try await analytics.waitForDelivery(of: EventID(high: 1 << 20, low: 7)) == nil)
    #expect(try await analytics.waitForDelivery(of: Receipt.buffered(.noSpace)) == nil)
  }

  @Test("a cancelled task does not wait, before or while it waits")
  func cancelled() async throws {
    scene.server.isOffline = true
    let analytics = await scene.start()
    let id = try #require(analytics.track("Event"))
    let waiting = Task { try await analytics.waitForDelivery(of: id) }
    try await untilWaiting(1, in: analytics)
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await analytics.waitForDelivery(of: id)
    }
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(try watch(analytics).waiters == 0)
  }

  @Test("a caller that waits gets the current state when the SDK is closed")
  func closed() async throws {
    scene.server.isOffline = true
    let analytics = await scene.start()
    let id = try #require(analytics.track("Event"))
    async let status = analytics.waitForDelivery(of: id)
    try await untilWaiting(1, in: analytics)
    await analytics.close(flushingForSeconds: 0)
    #expect(try await status?.state == .pending)
    #expect(try await analytics.waitForDelivery(of: id)?.state == .pending)
    #expect(try watch(analytics).waiters == 0)
  }

  @Test("waiting tasks that are started and cancelled during recording and delivery all end")
  func crowd() async throws {
    let analytics = await scene.start()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 {
        group.addTask {
          for number in 0..<50 {
            let id = try #require(analytics.track("Event \(writer) \(number)"))
            let waiter = Task { try await analytics.waitForDelivery(of: id) }
            if number.isMultiple(of: 5) { waiter.cancel() }
            await analytics.flush()
            let status = try? await waiter.value
            #expect(status == nil || status?.state == .delivered)
            #expect(number.isMultiple(of: 5) || status != nil)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try watch(analytics).waiters == 0)
  }
}
