import Cairn
import CairnTesting
import Foundation
import Testing

@Suite struct RecordingDestinationTests {
  let testing = TestAnalytics()
  var server: RecordingDestination { testing.destination }

  @Test("planned answers are used first, then the offline state, then the closure")
  func order() async {
    server.answer { _ in .halted(reason: "key") }
    server.answerNext(.later(afterSeconds: 1, reason: "busy"))
    server.isOffline = true
    testing.analytics.track("One")
    await testing.analytics.flush()
    await testing.analytics.flush()
    server.isOffline = false
    await testing.analytics.flush()
    #expect(
      server.outcomes == [
        .later(afterSeconds: 1, reason: "busy"), .later(afterSeconds: nil, reason: "offline"),
        .halted(reason: "key"),
      ])
    #expect(Set(server.batches.map(\.key)).count == 1)
    #expect(server.batches.map(\.attempt) == [0, 1, 2])
    #expect(server.acceptedEvents.isEmpty)
  }

  @Test("each event has its own answer, and retried events are sent again")
  func each() async {
    let seen = RecordingDestination(name: "seen")
    server.answerEach { event in
      if event.text.contains("Bad") { return .refused("bad") }
      return event.text.contains("Slow") ? .retry : .accepted
    }
    for name in ["Good", "Bad", "Slow"] { testing.analytics.track(name) }
    await testing.analytics.flush()
    let row = testing.analytics.ledger().destinations[0]
    #expect(row.delivered == 1)
    #expect(row.deadLettered == 1)
    #expect(row.pending == 1)
    server.answer { _ in .accepted }
    await testing.analytics.flush()
    #expect(
      server.acceptedEvents.compactMap { $0.fields?["event"] as? String } == ["Good", "Slow"])
    #expect(seen.outcomes.isEmpty)
  }

  @Test("a caller that waits for events or answers gets them when they arrive")
  func waiting() async {
    let analytics = testing.analytics
    async let events = server.events(atLeast: 21)
    async let outcomes = server.outcomes(atLeast: 1)
    for number in 1...21 { analytics.track("Event \(number)") }
    await analytics.flush()
    #expect(await events.count == 21)
    #expect(await outcomes.first == .accepted)
  }

  @Test("a waiting caller continues when the test is cancelled")
  func cancelled() async {
    let waiting = Task { [server] in await server.batches(atLeast: 1).count }
    waiting.cancel()
    #expect(await waiting.value == 0)
  }

  @Test("a recording destination in front of another one passes everything on")
  func inFront() async {
    let behind = RecordingDestination(
      name: "behind", limits: BatchLimits(events: 2), accepting: { $0.kind == .track },
      answer: { $0.events.count > 1 ? .split : .accepted })
    let testing = TestAnalytics(deliveringTo: behind)
    testing.analytics.track("One")
    testing.analytics.track("Two")
    testing.analytics.screen("Three")
    await testing.analytics.flush()
    #expect(testing.destination.name == "behind")
    #expect(testing.destination.limits == BatchLimits(events: 2))
    #expect(behind.outcomes == [.split, .accepted, .accepted])
    #expect(testing.destination.outcomes == behind.outcomes)
    #expect(testing.destination.batches.map(\.body) == behind.batches.map(\.body))
    #expect(testing.analytics.ledger().destinations[0].filtered == 1)
  }
}

extension RecordingDestinationTests {
  @Test("an answer is recorded for its batch, also when a later one arrives earlier")
  func overtaken() async {
    for name in ["One", "Two"] { testing.analytics.track(name) }
    await testing.analytics.flush()
    let events = server.events
    let gate = HeldAnswer()
    let destination = RecordingDestination(inFrontOf: gate)
    func batch(_ number: Int) -> Batch {
      Batch(
        key: UUID(), events: [events[number]], body: [], attempt: number, milliseconds: 0)
    }
    async let first = destination.deliver(batch(0))
    _ = await destination.batches(atLeast: 1)
    #expect(await destination.deliver(batch(1)) == .accepted)
    gate.open()
    #expect(await first == .later(afterSeconds: nil, reason: "cut off"))
    #expect(destination.acceptedEvents.map(\.id) == [events[1].id])
    #expect(
      destination.outcomes == [.later(afterSeconds: nil, reason: "cut off"), .accepted])
  }

  /// Responds to the first attempt when the test requests it.
  private final class HeldAnswer: Destination {
    let name = "held"
    private let (stream, gate) = AsyncStream.makeStream(of: Void.self)

    func open() { gate.finish() }

    func deliver(_ batch: Batch) async -> Outcome {
      guard batch.attempt == 0 else { return .accepted }
      for await _ in stream {}
      return .later(afterSeconds: nil, reason: "cut off")
    }
  }
}
