import Cairn
import CairnTesting
import Foundation
import Testing

@Suite struct SealedItemsTests {
  /// Seals five events, the second and the fourth of which are refused at sealing.
  func sealed() async -> (MappedBatch, [StoredEvent]) {
    let (events, context) = await DecodedEventTests.events { analytics in
      for name in ["a", "bad\t1\n", "c", "bad 2", "e"] { analytics.track(name, ["text": "\t\n"]) }
    }
    let items = MappedBatch(events, context: context) { event throws(DeliveryRejection) in
      if event.name.hasPrefix("bad") {
        throw DeliveryRejection(event.name, status: 7, answer: "no\n")
      }
      return ["name": .string(event.name), "text": event.properties["text"] ?? .null]
    }
    return (items, events)
  }

  func batch(_ events: [StoredEvent], _ body: [UInt8]) -> Batch {
    Batch(key: UUID(), events: events, body: body, attempt: 0, milliseconds: 0)
  }

  @Test("the body is read back unchanged, with the refused items and reasons")
  func body() async throws {
    let (items, events) = await sealed()
    let read = try #require(MappedBatch(items.body))
    #expect(read.items.map(\.place) == [0, 2, 4])
    #expect(read.items.map(\.json) == items.items.map(\.json))
    #expect(
      read.refused == [
        1: DeliveryRejection("bad\t1\n", status: 7, answer: "no\n"),
        3: DeliveryRejection("bad 2", status: 7, answer: "no\n"),
      ])
    #expect(read.body == items.body)
    #expect(
      String(decoding: read.json, as: UTF8.self)
        == #"[{"name":"a","text":"\t\n"},{"name":"c","text":"\t\n"},{"name":"e","text":"\t\n"}]"#)
    let again = try #require(MappedBatch(batch(events, items.body)))
    #expect(again.items.map(\.place) == [0, 2, 4])
    #expect(again.refused == items.refused)
  }

  @Test("an event that is there twice is read back twice, also when both were refused")
  func twice() async throws {
    let (one, context) = await DecodedEventTests.events { $0.track("a") }
    let events = one + one
    let refused = MappedBatch(events, context: context) { _ throws(DeliveryRejection) in throw "no"
    }
    let read = try #require(MappedBatch(batch(events, refused.body)))
    #expect(read.refused == [0: "no", 1: "no"])
    let taken = MappedBatch(events, context: context) { _ in 1 }
    #expect(MappedBatch(batch(events, taken.body))?.items.map(\.place) == [0, 1])
    #expect(MappedBatch(batch(one, taken.body))?.items.map(\.place) == [0, -1])
  }

  @Test("data that is sent once for all items is read back with them, even if there are none")
  func envelope() async throws {
    let (events, context) = await DecodedEventTests.events { $0.track("a") }
    let envelope: Value = ["from": "x\ty\n", "n": [1, 2.5]]
    let items = MappedBatch(events, context: context, envelope: envelope) { _ in ["a": 1] }
    let read = try #require(MappedBatch(batch(events, items.body)))
    #expect(read.envelope == envelope)
    #expect(read.items.map(\.json) == items.items.map(\.json))
    #expect(
      MappedBatch(MappedBatch([], context: [], envelope: envelope) { _ in 1 }.body)?.envelope
        == envelope)
    #expect(MappedBatch(MappedBatch(events, context: context) { _ in 1 }.body)?.envelope == nil)
  }

  @Test("a malformed body is not read", arguments: ["x", "x\ty\tz\n", "\t+\t{}"])
  func otherBody(text: String) {
    #expect(MappedBatch(Array(text.utf8)) == nil)
  }

  @Test("no items make an empty body, which is read as no items")
  func empty() {
    let items = MappedBatch([], context: []) { _ in .null }
    #expect(items.body.isEmpty)
    #expect(MappedBatch([UInt8]())?.items.isEmpty == true)
    #expect(String(decoding: items.json, as: UTF8.self) == "[]")
    #expect(items.outcome(.accepted) == .accepted)
  }

  @Test("an outcome of the items is converted to an outcome of the batch")
  func outcomes() async {
    let (items, _) = await sealed()
    let refused = items.refused
    #expect(items.outcome(.accepted) == .partial(refused: refused, again: []))
    #expect(
      items.outcome(.partial(refused: [1: "no", 9: "no such item"], again: [2, -1]))
        == .partial(refused: refused.merging([2: "no"]) { $1 }, again: [4]))
    for outcome in [
      Outcome.later(afterSeconds: 7, reason: "busy"), .split, .refused("no"),
      .halted(reason: "key"),
    ] {
      #expect(items.outcome(outcome) == outcome)
    }
  }

  @Test("an outcome for a single item refuses that item")
  func alone() async {
    var (items, _) = await sealed()
    items.items.removeLast(2)
    let refused = items.refused
    #expect(
      items.outcome(.refused("no"))
        == .partial(refused: refused.merging([0: "no"]) { $1 }, again: []))
    #expect(
      items.outcome(.split)
        == .partial(
          refused: refused.merging([0: "too large for the destination"]) { $1 }, again: []))
  }

  @Test("where an event is missing, an outcome names the others by their current places")
  func missing() async throws {
    let (items, events) = await sealed()
    let now = batch(Array(events.dropFirst()), items.body)
    let read = try #require(MappedBatch(now))
    #expect(read.items.map(\.place) == [-1, 1, 3])
    #expect(read.items.map(\.json) == items.items.map(\.json))
    #expect(read.refused.keys.sorted() == [0, 2])
    let outcome = read.outcome(.partial(refused: [0: "gone", 1: "no"], again: [2]))
    #expect(
      outcome
        == .partial(
          refused: read.refused.merging([1: "no", -1: "gone"]) { $1 }, again: [3]))
  }

  @Test("events that a destination refuses at sealing become dead letters, and the others arrive")
  func engine() async throws {
    let transport = RecordingTransport(.offline, .status(200))
    let testing = TestAnalytics(deliveringTo: Names(exchange: HTTPExchange(transport: transport)))
    for name in ["a", "bad", "c"] { testing.analytics.track(name) }
    for _ in 1...2 { await testing.analytics.flush() }
    let bodies = transport.requests.map { String(decoding: $0.body, as: UTF8.self) }
    #expect(bodies == [#"["a","c"]"#, #"["a","c"]"#])
    let row = testing.analytics.ledger().destinations[0]
    #expect((row.delivered, row.deadLettered, row.pending) == (2, 1, 0))
    let adjusted = testing.analytics.diagnostics.snapshot().destinations.map(\.adjusted)
    #expect(adjusted == [["seen": 3]])
  }

  private final class Names: Destination {
    let name = "names"
    let exchange: HTTPExchange
    let joined = Locked<DestinationContext?>(nil)

    init(exchange: HTTPExchange) { self.exchange = exchange }

    func attach(to context: DestinationContext) { joined.withLock { $0 = context } }

    func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
      MappedBatch(events, context: context) { event throws(DeliveryRejection) in
        joined.withLock { $0 }?.count("seen")
        if event.name == "bad" { throw "no such event" }
        return .string(event.name)
      }.body
    }

    func deliver(_ batch: Batch) async -> Outcome {
      guard let items = MappedBatch(batch), let url = URL(string: "https://example.com") else {
        return .refused("damaged")
      }
      let request = HTTPRequest(url: url, body: items.json)
      return items.outcome(await exchange.send(request, at: batch.milliseconds).outcome)
    }
  }
}
