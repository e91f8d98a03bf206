import Cairn
import CairnPostHog
import CairnTesting
import Foundation
import Testing
import VendorAnswers

/// PostHog's responses, and their effect on the events.
@Suite struct PostHogAnswerTests {
  @Test(
    "each answer keeps events that could still be delivered",
    arguments: Vendor.postHogV0.rows + Vendor.postHogV1.rows)
  func answer(row: AnswerRow) async throws { try await row.expect() }

  /// Responds according to the events' names.
  func answering(_ results: [String: String])
    -> @Sendable (HTTPRequest) -> RecordingTransport.Answer
  {
    { request in
      let events = Value(json: request.body)?["batch"]?.arrayValue ?? []
      let answers = events.map { event -> (String, Value) in
        let result = results[event["event"]?.stringValue ?? ""] ?? "ok"
        return (
          event["uuid"]?.stringValue ?? "",
          ["result": .string(result), "details": "restriction \(PostHogFixture.key)"]
        )
      }
      let body: Value = [
        "results": .object(Dictionary(answers, uniquingKeysWith: { first, _ in first }))
      ]
      return .status(200, body: String(decoding: body.json, as: UTF8.self))
    }
  }

  func launch(_ results: [String: String]) -> (RecordingTransport, TestAnalytics) {
    let answer = answering(results)
    let taken = answering([:])
    let first = Locked(true)
    let transport = RecordingTransport(otherwise: { request in
      let isFirst = first.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      return isFirst ? answer(request) : taken(request)
    })
    var destination = PostHogDestination(
      apiKey: PostHogFixture.key, version: .v1, transport: transport)
    destination.compresses = false
    return (transport, TestAnalytics(deliveringTo: destination))
  }

  @Test("in the new interface each event has its own answer: accepted, dropped, or retried")
  func results() async {
    let (transport, testing) = launch(["B": "retry", "C": "drop", "D": "warning"])
    for name in ["A", "B", "C", "D"] { testing.analytics.track(name) }
    await testing.analytics.flush()
    #expect(
      testing.destination.outcomes == [
        .partial(refused: [2: DeliveryRejection("restriction [hidden]", status: 200)], again: [1])
      ])
    await testing.analytics.flush()
    let names = transport.requests.map { request in
      (Value(json: request.body)?["batch"]?.arrayValue ?? []).map { $0["event"] }
    }
    #expect(names == [["A", "B", "C", "D"], ["B"]])
    let ledger = testing.analytics.ledger().destinations
    #expect(ledger.map(\.delivered) == [3])
    #expect(ledger.map(\.deadLettered) == [1])
  }

  @Test("when every event is to be retried, the same request is sent once more")
  func allAgain() async {
    let (transport, testing) = launch(["A": "retry", "B": "retry"])
    for name in ["A", "B"] { testing.analytics.track(name) }
    await testing.analytics.flush()
    testing.clock.advance(bySeconds: 10)
    await testing.analytics.flush()
    #expect(transport.requests.count == 2)
    #expect(Set(transport.requests.map(\.body)).count == 1)
    #expect(Set(transport.requests.map { $0.header("PostHog-Request-Id") }).count == 1)
    #expect(transport.requests.map { $0.header("PostHog-Attempt") } == ["1", "2"])
  }

  private static func ids(in request: HTTPRequest) -> [String] {
    let events = Value(json: request.body)?["batch"]?.arrayValue ?? []
    return events.compactMap { $0["uuid"]?.stringValue }
  }

  @Test("an event that an answer does not name is retried")
  func unnamed() async {
    let named = answering([:])
    let requests = Locked(0)
    // The first response has a result only for the first event.
    let transport = RecordingTransport(otherwise: { request in
      let isFirst = requests.withLock { requests in
        requests += 1
        return requests == 1
      }
      guard isFirst, let id = Self.ids(in: request).first else { return named(request) }
      return .status(200, body: #"{"results":{"\#(id)":{"result":"ok"}}}"#)
    })
    var destination = PostHogDestination(
      apiKey: PostHogFixture.key, version: .v1, transport: transport)
    destination.compresses = false
    let testing = TestAnalytics(deliveringTo: destination)
    for name in ["A", "B", "C"] { testing.analytics.track(name) }
    for _ in 0..<2 {
      await testing.analytics.flush()
      testing.clock.advance(bySeconds: 300)
    }
    #expect(transport.requests.map { Self.ids(in: $0).count } == [3, 2])
    let ledger = testing.analytics.ledger().destinations
    #expect(ledger.map(\.delivered) == [3])
    #expect(ledger.map(\.balances) == [true])
  }
}
