import Cairn
import CairnTesting
import Testing

/// P4, P6: the next batch is prepared during a request, and used only if nothing has changed.
@Suite struct ReadAheadTests {
  /// The names of the events of each call.
  private struct Calls: Equatable {
    var seals: [String] = []
    var deliveries: [String] = []
  }

  /// A destination for three events at a time, which notes its calls and answers when it is told.
  private final class Noting: Destination {
    let name = "noting"
    let sealsAhead: Bool
    let most = Locked(3)
    let calls = Locked(Calls())
    private let answers = AsyncStream.makeStream(of: Outcome.self)

    init(sealsAhead: Bool = true) { self.sealsAhead = sealsAhead }

    var limits: BatchLimits { BatchLimits(events: most.withLock { $0 }) }

    func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
      let names = Self.names(events)
      calls.withLock { $0.seals.append(names) }
      return Array(names.utf8)
    }

    func deliver(_ batch: Batch) async -> Outcome {
      #expect(Array(Self.names(batch.events).utf8) == batch.body)
      calls.withLock { $0.deliveries.append(Self.names(batch.events)) }
      for await answer in answers.stream { return answer }
      return .later(afterSeconds: nil, reason: "cancelled")
    }

    func answer(_ outcome: Outcome) { answers.continuation.yield(outcome) }

    private static func names(_ events: [StoredEvent]) -> String {
      events.compactMap { $0.fields?["event"] as? String }.joined(separator: " ")
    }
  }

  private let clock = ManualClock()
  private let storage = TestStorage()

  private func launch(
    _ server: Noting, events: Int = 8, _ change: (inout Configuration) -> Void = { _ in }
  ) async -> Analytics {
    var configuration = Configuration(destinations: [server])
    configuration.flushAt = 100
    change(&configuration)
    let analytics = await CairnTests.launch(configuration, clock, storage)
    for number in 1...events { analytics.track("\(number)") }
    return analytics
  }

  /// Waits until the calls are these; a seal and a delivery may be at the same time.
  private func calls(_ server: Noting, _ seals: [String], _ deliveries: [String]) async {
    let expected = Calls(seals: seals, deliveries: deliveries)
    #expect(
      await eventually { server.calls.withLock { $0 } == expected },
      "\(server.calls.withLock { $0 })")
  }

  /// Answers each further request with acceptance, and returns when all events are settled.
  private func finish(_ server: Noting, _ flush: Task<Void, Never>, _ requests: Int) async {
    for _ in 0..<requests { server.answer(.accepted) }
    await flush.value
  }

  @Test("during a request the next batch is sealed once, and is the next one that is sent")
  func ahead() async {
    let server = Noting()
    let analytics = await launch(server)
    let flush = Task { _ = await analytics.flush() }
    await calls(server, ["1 2 3", "4 5 6"], ["1 2 3"])
    server.answer(.accepted)
    await calls(server, ["1 2 3", "4 5 6", "7 8"], ["1 2 3", "4 5 6"])
    await finish(server, flush, 2)
    await calls(server, ["1 2 3", "4 5 6", "7 8"], ["1 2 3", "4 5 6", "7 8"])
    #expect(analytics.ledger()["noting"]?.account == "8 accepted, 8 delivered")
    await analytics.close(flushingForSeconds: 0)
  }

  @Test(
    "only a destination that allows it seals a batch during a request", arguments: [true, false])
  func allowed(sealsAhead: Bool) throws {
    let server = Noting(sealsAhead: sealsAhead)
    let fixture = JournalFixture()
    let journal = try fixture.open()
    var delivery = fixture.startDelivery(to: server, from: journal)
    for number in 1...5 { fixture.record("\(number)", in: journal) }
    _ = delivery.handle(.flush)
    // Twice, because the worker calls it after each message.
    for _ in 1...2 { delivery.prepareNext() }
    #expect(server.calls.withLock { $0.seals } == (sealsAhead ? ["1 2 3", "4 5"] : ["1 2 3"]))
  }

  @Test("an event that is dropped during a request is not sent, although it was prepared")
  func dropped() throws {
    let server = Noting()
    let fixture = JournalFixture()
    let journal = try fixture.open()
    var delivery = fixture.startDelivery(to: server, from: journal)
    for number in 1...6 { fixture.record("\(number)", in: journal) }
    let first = try #require(Self.batch(delivery.handle(.flush)))
    delivery.prepareNext()
    #expect(server.calls.withLock { $0.seals } == ["1 2 3", "4 5 6"])
    let last = try #require(first.events.last?.position)
    let fifth = PositionRange(lane: last.lane, first: last.index + 2, last: last.index + 2)
    _ = delivery.handle(.drop([fifth], .age))
    let next = try #require(Self.batch(delivery.handle(.outcome(.accepted, of: first.key))))
    #expect(next.events.compactMap { $0.fields?["event"] as? String } == ["4", "6"])
    _ = delivery.handle(.outcome(.accepted, of: next.key))
    #expect(delivery.store.cursor.counters.delivered == 5)
    #expect(delivery.pending == 0)
  }

  private static func batch(_ effects: [DeliveryDriver.Effect]) -> Batch? {
    for case .deliver(let batch) in effects { return batch }
    return nil
  }

  @Test("events that are requested again or refused are sent before the prepared batch")
  func partly() async {
    let server = Noting()
    let analytics = await launch(server)
    let flush = Task { _ = await analytics.flush() }
    await calls(server, ["1 2 3", "4 5 6"], ["1 2 3"])
    server.answer(.partial(refused: [0: "bad"], again: [2]))
    await flush.value
    let again = Task { _ = await analytics.flush() }
    await calls(server, ["1 2 3", "4 5 6", "3 4 5", "6 7 8"], ["1 2 3", "3 4 5"])
    await finish(server, again, 2)
    #expect(analytics.ledger()["noting"]?.account == "8 accepted, 7 delivered, 1 dead")
    await analytics.close(flushingForSeconds: 0)
  }

  @Test("with other limits than before, the prepared batch is not used")
  func limits() async {
    let server = Noting()
    let analytics = await launch(server)
    let flush = Task { _ = await analytics.flush() }
    await calls(server, ["1 2 3", "4 5 6"], ["1 2 3"])
    server.most.withLock { $0 = 2 }
    server.answer(.accepted)
    await calls(server, ["1 2 3", "4 5 6", "4 5", "6 7"], ["1 2 3", "4 5"])
    await finish(server, flush, 3)
    await analytics.close(flushingForSeconds: 0)
  }

  @Test("a failed request is repeated unchanged, and does not prepare the next batch again")
  func repeated() async {
    let server = Noting()
    let analytics = await launch(server)
    let flush = Task { _ = await analytics.flush() }
    await calls(server, ["1 2 3", "4 5 6"], ["1 2 3"])
    server.answer(.later(afterSeconds: nil, reason: "status 503"))
    await flush.value
    let again = Task { _ = await analytics.flush() }
    await calls(server, ["1 2 3", "4 5 6"], ["1 2 3", "1 2 3"])
    server.answer(.accepted)
    await calls(server, ["1 2 3", "4 5 6", "4 5 6", "7 8"], ["1 2 3", "1 2 3", "4 5 6"])
    await finish(server, again, 2)
    #expect(analytics.ledger()["noting"]?.account == "8 accepted, 8 delivered")
    await analytics.close(flushingForSeconds: 0)
  }

  @Test("a batch that was prepared during a request is not sent after an erasure")
  func erased() async throws {
    let server = Noting()
    let analytics = await launch(server)
    let flush = Task { _ = await analytics.flush() }
    await calls(server, ["1 2 3", "4 5 6"], ["1 2 3"])
    try await analytics.erase()
    await flush.value
    analytics.track("after")
    let next = Task { _ = await analytics.flush() }
    await calls(server, ["1 2 3", "4 5 6", "after"], ["1 2 3", "after"])
    await finish(server, next, 1)
    await analytics.close(flushingForSeconds: 0)
  }

  @Test("a batch that was prepared during a request is not sent after a denial")
  func denied() async {
    let server = Noting()
    let analytics = await launch(server)
    let flush = Task { _ = await analytics.flush() }
    await calls(server, ["1 2 3", "4 5 6"], ["1 2 3"])
    analytics.setConsent(.denied)
    server.answer(.accepted)
    await flush.value
    await analytics.flush()
    await calls(server, ["1 2 3", "4 5 6"], ["1 2 3"])
    await analytics.close(flushingForSeconds: 0)
  }
}
