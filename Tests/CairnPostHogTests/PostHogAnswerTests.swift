import Cairn
import CairnTesting
import Foundation
import Testing

@testable import CairnPostHog

/// What PostHog answers, and what becomes of the events.
@Suite struct PostHogAnswerTests {
  struct Row: Sendable {
    var version = PostHogDestination.Version.v0
    var status: Int
    var body = ""
    var outcome: Outcome
  }

  static func later(_ status: Int) -> Outcome {
    .later(afterSeconds: nil, reason: "status \(status)")
  }

  static let quota = Rejection("the project is over its quota of events", status: 200)

  static let rows: [Row] =
    [
      Row(status: 200, body: #"{"status":1}"#, outcome: .accepted),
      Row(status: 200, body: #"{"status":"Ok"}"#, outcome: .accepted),
      Row(
        status: 200, body: #"{"status":"Ok","quota_limited":["recordings"]}"#, outcome: .accepted),
      Row(
        status: 200, body: #"{"status":"Ok","quota_limited":["events"]}"#,
        outcome: .partial(refused: [0: quota, 1: quota, 2: quota], again: [])),
      Row(
        status: 400, body: "event too big",
        outcome: .refused(Rejection("status 400", status: 400, answer: "event too big"))),
      Row(status: 401, outcome: .halted(reason: "status 401")),
      Row(status: 404, outcome: .halted(reason: "status 404")),
      Row(status: 413, outcome: .split),
      Row(version: .v1, status: 200, body: #"{"results":{}}"#, outcome: .accepted),
      Row(
        version: .v1, status: 400, body: #"{"error":"duplicate_uuid"}"#,
        outcome: .refused(
          Rejection("status 400", status: 400, answer: #"{"error":"duplicate_uuid"}"#))),
      Row(version: .v1, status: 401, outcome: .halted(reason: "status 401")),
      Row(version: .v1, status: 402, outcome: .halted(reason: "status 402")),
      Row(version: .v1, status: 413, outcome: .split),
      Row(
        version: .v1, status: 415, outcome: .refused(Rejection("status 415", status: 415))),
    ] + [301, 408, 429, 500, 502, 503, 504].map { Row(status: $0, outcome: later($0)) }
    + [404, 408, 429, 500, 502, 503, 504].map {
      Row(version: .v1, status: $0, outcome: later($0))
    }

  @Test("each answer keeps what could still be delivered", arguments: rows)
  func answer(row: Row) async {
    let scene = PostHogScene((row.status, row.body), version: row.version)
    for name in ["A", "B", "C"] { scene.analytics.track(name) }
    await scene.analytics.flush()
    #expect(scene.outcomes.first == row.outcome)
    #expect(scene.analytics.ledger().balances)
  }

  /// Answers by the events' names.
  func answering(_ results: [String: String])
    -> @Sendable (HTTPRequest) -> RecordingTransport.Answer
  {
    { request in
      let events = Value(json: request.body)?["batch"]?.arrayValue ?? []
      let answers = events.map { event -> (String, Value) in
        let result = results[event["event"]?.stringValue ?? ""] ?? "ok"
        return (
          event["uuid"]?.stringValue ?? "",
          ["result": .string(result), "details": "restriction \(PostHogScene.key)"]
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
    let first = Locked(true)
    let transport = RecordingTransport(otherwise: { request in
      let isFirst = first.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      return isFirst ? answer(request) : .status(200, body: #"{"results":{}}"#)
    })
    var destination = PostHogDestination(
      apiKey: PostHogScene.key, version: .v1, transport: transport)
    destination.compresses = false
    return (transport, TestAnalytics(deliveringTo: destination))
  }

  @Test("in the new interface each event has its own answer: taken, dropped, or asked for again")
  func results() async {
    let (transport, testing) = launch(["B": "retry", "C": "drop", "D": "warning"])
    for name in ["A", "B", "C", "D"] { testing.analytics.track(name) }
    await testing.analytics.flush()
    #expect(
      testing.destination.outcomes == [
        .partial(refused: [2: Rejection("restriction [hidden]", status: 200)], again: [1])
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

  @Test("when every event is asked for again, it is the same request once more")
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

  @Test("a connection that ends without an answer is later")
  func closed() async throws {
    let server = try #require(RawServer(.close, .close))
    let address = URL(string: "http://127.0.0.1:\(server.port)")
    let destination = PostHogDestination(
      apiKey: PostHogScene.key, server: address)
    let events = await CapturedEvents.recording { $0.track("A") }
    let outcome = await destination.deliver(events.batch(for: destination))
    guard case .later = outcome else {
      Issue.record("\(outcome)")
      return
    }
  }

  @Test("each answer means the same over a real connection", arguments: rows)
  func overTheNetwork(row: Row) async throws {
    let server = try #require(RawServer(.status(row.status, body: row.body)))
    let address = URL(string: "http://127.0.0.1:\(server.port)")
    let destination = PostHogDestination(
      apiKey: PostHogScene.key, version: row.version, server: address)
    let events = await CapturedEvents.recording { analytics in
      for name in ["A", "B", "C"] { analytics.track(name) }
    }
    #expect(await destination.deliver(events.batch(for: destination)) == row.outcome)
    #expect(server.requests.map { $0.prefix(4) } == ["POST"])
  }
}
