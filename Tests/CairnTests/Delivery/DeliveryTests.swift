import Cairn
import CairnTesting
import Testing

/// The whole path of an event, in memory, on a manual clock.
@Suite struct DeliveryTests {
  let clock = ManualClock()
  let storage = TestStorage()
  let server = RecordingDestination()

  /// Starts the SDK; returns when delivery has begun and has handled the data of earlier launches.
  func launch(_ change: (inout Configuration) -> Void = { _ in }) async -> Analytics {
    var configuration = Configuration(destinations: [server])
    change(&configuration)
    return await CairnTests.launch(configuration, clock, storage)
  }

  func names(_ batches: [Batch]) -> [String] {
    batches.flatMap(\.events).compactMap { $0.fields?["event"] as? String }
  }

  @Test("twenty events are sent at once, and the twenty-first waits for its interval")
  func countAndInterval() async {
    let analytics = await launch()
    for number in 1...21 { analytics.track("Event \(number)") }
    let first = await server.batches(atLeast: 1)
    #expect(first[0].events.count >= 20)
    await analytics.flush()
    analytics.track("Late")
    await clock.waitForSleeper(forSeconds: 30...30)
    let before = server.batches.count
    clock.advance(bySeconds: 29)
    #expect(server.batches.count == before)
    clock.advance(bySeconds: 1)
    let after = await server.batches(atLeast: before + 1)
    #expect(names(Array(after.dropFirst(before))) == ["Late"])
  }

  @Test("events of an earlier launch are sent at the next start, with the same identifiers")
  func start() async {
    let first = await launch()
    server.answerNext(.later(afterSeconds: nil, reason: "offline"))
    for number in 1...3 { first.track("Event \(number)") }
    await first.flush()
    let sealed = server.batches[0]
    _ = await launch()
    let batches = await server.batches(atLeast: 2)
    #expect(batches[1].key == sealed.key)
    #expect(batches[1].body == sealed.body)
    #expect(batches[1].events.map(\.id) == sealed.events.map(\.id))
    #expect(batches[1].attempt == 1)
  }

  @Test("a flush reports the delivered and the waiting events, and the reason")
  func flushResult() async {
    let analytics = await launch()
    analytics.track("One")
    analytics.track("Two")
    server.answerNext(.later(afterSeconds: nil, reason: "status 503"))
    let failed = await analytics.flush()
    #expect(failed.delivered == 0)
    #expect(failed.pending == 2)
    #expect(failed.destinations[0].problem == "status 503")
    let done = await analytics.flush()
    #expect(done.delivered == 2)
    #expect(done.isComplete)
    #expect(done.destinations[0].problem == nil)
  }

  @Test("the ledger balances after every kind of outcome, and across launches")
  func ledger() async {
    let first = await launch { $0.flushAt = 100 }
    for number in 1...8 { first.track("Event \(number)") }
    server.answerNext(.partial(refused: [1: "bad"], again: [3, 5]))
    await first.flush()
    let row = first.ledger().destinations[0]
    #expect(row.accepted == 8)
    #expect(row.delivered == 5)
    #expect(row.deadLettered == 1)
    #expect(row.pending == 2)
    #expect(first.ledger().balances)
    await first.close(flushingForSeconds: 0)
    let second = await launch()
    await second.flush()
    let next = second.ledger().destinations[0]
    #expect(next.accepted == 8)
    #expect(next.delivered == 7)
    #expect(next.pending == 0)
    #expect(second.ledger().balances)
  }

  @Test("events that are requested again are sent alone, with a new key")
  func again() async {
    let analytics = await launch { $0.flushAt = 100 }
    for number in 1...5 { analytics.track("Event \(number)") }
    server.answerNext(.partial(refused: [:], again: [1, 3]))
    await analytics.flush()
    await analytics.flush()
    let batches = server.batches
    #expect(names([batches[1]]) == ["Event 2", "Event 4"])
    #expect(batches[1].key != batches[0].key)
  }

  @Test("one event that is always refused blocks no other, and is found alone", arguments: 0..<20)
  func poison(place: Int) async {
    let server = RecordingDestination(answer: { batch in
      batch.events.contains { $0.text.contains("Poison") } ? .refused("bad") : .accepted
    })
    var configuration = Configuration(destinations: [server])
    configuration.flushAt = 100
    let analytics = await CairnTests.launch(configuration, clock, storage)
    for number in 0..<20 { analytics.track(number == place ? "Poison" : "Event \(number)") }
    let result = await analytics.flush()
    #expect(result.isComplete)
    let row = analytics.ledger().destinations[0]
    #expect(row.delivered == 19)
    #expect(row.deadLettered == 1)
    #expect(analytics.ledger().balances)
    #expect(server.batches.count <= 16)
  }

  @Test("a destination that is down delays no other")
  func independence() async {
    let down = RecordingDestination(name: "down", answer: { _ in .halted(reason: "status 401") })
    let analytics = await launch { $0.destinations.append(down) }
    for number in 1...5 { analytics.track("Event \(number)") }
    let result = await analytics.flush()
    #expect(result.destinations.map(\.pending) == [0, 5])
    #expect(result.destinations[1].problem == "status 401")
    #expect(analytics.ledger().balances)
  }

  @Test("events that a destination does not want are filtered, and counted")
  func filter() async {
    let picky = RecordingDestination(name: "picky", accepting: { $0.kind == .identify })
    let analytics = await launch { $0.destinations = [picky] }
    for number in 1...300 { analytics.track("Event \(number)") }
    analytics.identify("user-1")
    await analytics.flush()
    let row = analytics.ledger().destinations[0]
    #expect(row.delivered == 1)
    #expect(row.filtered == 300)
    #expect(analytics.ledger().balances)
  }

  @Test("a server's Retry-After is waited for")
  func retryAfter() async {
    let analytics = await launch { $0.flushAt = 1 }
    server.answerNext(.later(afterSeconds: 60, reason: "status 429"))
    analytics.track("One")
    _ = await server.batches(atLeast: 1)
    // The pause is the server's, and up to a second more.
    await clock.waitForSleeper(forSeconds: 60...61)
    clock.advance(bySeconds: 59)
    #expect(server.batches.count == 1)
    clock.advanceToNextSleeper()
    _ = await server.batches(atLeast: 2)
  }
}
