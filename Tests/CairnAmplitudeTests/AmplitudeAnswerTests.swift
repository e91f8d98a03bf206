import Cairn
import CairnTesting
import Foundation
import Testing

@testable import CairnAmplitude

/// What Amplitude answers, and what becomes of the events.
@Suite struct AmplitudeAnswerTests {
  struct Row: Sendable {
    var status: Int
    var body = ""
    var outcome: Outcome
  }

  static let rows: [Row] = [
    Row(status: 200, body: #"{"code":200,"events_ingested":4}"#, outcome: .accepted),
    Row(
      status: 400, body: #"{"code":400,"error":"Invalid API key: 0123456789abcdef"}"#,
      outcome: .halted(reason: "Invalid API key: [hidden]")),
    Row(
      status: 400,
      body: #"{"code":400,"error":"Request missing required field","missing_field":"api_key"}"#,
      outcome: .halted(reason: "Request missing required field")),
    Row(
      status: 400,
      body: """
        {"code":400,"error":"Invalid","missing_field":null,"events_with_invalid_fields":{"time":[1]},
        "events_with_missing_fields":{"event_type":[3]}}
        """,
      outcome: .partial(
        refused: [
          1: Rejection("invalid field time", status: 400),
          3: Rejection("missing field event_type", status: 400),
        ], again: [0, 2])),
    Row(
      status: 400, body: #"{"code":400,"events_with_invalid_id_lengths":{"user_id":[0]}}"#,
      outcome: .partial(
        refused: [0: Rejection("too short an identifier in user_id", status: 400)],
        again: [1, 2, 3])),
    Row(
      status: 400, body: #"{"code":400,"silenced_events":[2],"silenced_devices":["other"]}"#,
      outcome: .partial(
        refused: [2: Rejection("the event is silenced", status: 400)], again: [0, 1, 3])),
    Row(
      status: 400, body: #"{"code":400,"error":"Invalid JSON"}"#,
      outcome: .refused(
        Rejection(
          "status 400", status: 400, answer: #"{"code":400,"error":"Invalid JSON"}"#))),
    Row(
      status: 400, body: #"{"code":400,"events_with_invalid_fields":{"time":[99]}}"#,
      outcome: .refused(
        Rejection(
          "status 400", status: 400,
          answer: #"{"code":400,"events_with_invalid_fields":{"time":[99]}}"#))),
    Row(status: 401, outcome: .halted(reason: "status 401")),
    Row(status: 413, outcome: .split),
    Row(
      status: 429, body: #"{"code":429,"throttled_events":[0,1,2,3]}"#,
      outcome: .later(afterSeconds: 30, reason: "the device or the user is throttled")),
    Row(status: 429, body: "busy", outcome: .later(afterSeconds: nil, reason: "status 429")),
    Row(status: 408, outcome: .later(afterSeconds: nil, reason: "status 408")),
    Row(status: 500, outcome: .later(afterSeconds: nil, reason: "status 500")),
    Row(status: 502, outcome: .later(afterSeconds: nil, reason: "status 502")),
    Row(status: 503, outcome: .later(afterSeconds: nil, reason: "status 503")),
    Row(status: 504, outcome: .later(afterSeconds: nil, reason: "status 504")),
  ]

  @Test("each answer is about the events that it names, and loses no other", arguments: rows)
  func answer(row: Row) async {
    let scene = AmplitudeScene((row.status, row.body))
    for name in ["A", "B", "C", "D"] { scene.analytics.track(name) }
    await scene.analytics.flush()
    #expect(scene.outcomes.first == row.outcome)
    #expect(scene.analytics.ledger().balances)
  }

  @Test("no answer is later, and the same bytes are sent again")
  func noAnswer() async {
    let scene = AmplitudeScene()
    scene.transport.answerNext(.offline)
    scene.analytics.track("A")
    await scene.analytics.flush()
    scene.testing.clock.advance(bySeconds: 100)
    await scene.analytics.flush()
    #expect(scene.transport.requests.count == 2)
    #expect(Set(scene.transport.requests.map(\.body)).count == 1)
    #expect(scene.analytics.ledger().destinations.map(\.delivered) == [1])
  }

  @Test("the events that are to blame go to the dead letters, and the others arrive in order")
  func blamed() async {
    let scene = AmplitudeScene(
      (400, #"{"code":400,"events_with_invalid_fields":{"time":[0]}}"#),
      (400, #"{"code":400,"events_with_invalid_fields":{"time":[1]}}"#))
    for name in ["A", "B", "C", "D"] { scene.analytics.track(name) }
    for _ in 1...3 { await scene.analytics.flush() }
    let requests = scene.bodies.map { body in
      (body["events"]?.arrayValue ?? []).map { $0["event_type"] }
    }
    #expect(requests == [["A", "B", "C", "D"], ["B", "C", "D"], ["B", "D"]])
    let ledger = scene.analytics.ledger().destinations
    #expect(ledger.map(\.delivered) == [2])
    #expect(ledger.map(\.deadLettered) == [2])
  }

  @Test("who is throttled waits for half a minute, while the others are sent at once")
  func throttled() async {
    let scene = AmplitudeScene(
      (429, #"{"code":429,"throttled_events":[0],"throttled_devices":{"x":31}}"#))
    scene.analytics.track("Throttled")
    scene.analytics.reset()
    scene.analytics.track("Other")
    await scene.analytics.flush()
    #expect(names(scene) == [["Throttled", "Other"], ["Other"]])
    #expect(scene.outcomes == [.partial(refused: [:], again: [0])])
    // It is not even asked for again before its time.
    scene.testing.clock.advance(bySeconds: 10)
    await scene.analytics.flush()
    #expect(
      scene.outcomes.last
        == .later(afterSeconds: 20, reason: "the device or the user is throttled"))
    #expect(scene.transport.requests.count == 2)
    scene.testing.clock.advance(bySeconds: 20)
    await scene.analytics.flush()
    #expect(names(scene).last == ["Throttled"])
    #expect(scene.analytics.ledger().destinations.map(\.delivered) == [2])
  }

  @Test("who is over the daily quota is refused, and the others are sent at once")
  func quota() async {
    let scene = AmplitudeScene()
    scene.transport.answerNext(
      .status(429, body: #"{"exceeded_daily_quota_users":{"u1":500000}}"#))
    scene.analytics.track("Other")
    scene.analytics.identify("u1")
    await scene.analytics.flush()
    #expect(names(scene) == [["Other", "$identify"], ["Other"]])
    #expect(
      scene.outcomes == [
        .partial(
          refused: [
            1: Rejection("over the daily quota of its device or user", status: 429)
          ], again: [])
      ])
  }

  @Test("a failure of the second request keeps what the first has settled")
  func second() async {
    let scene = AmplitudeScene(
      (429, #"{"exceeded_daily_quota_users":["u1"]}"#), (503, ""))
    scene.analytics.track("Other")
    scene.analytics.identify("u1")
    await scene.analytics.flush()
    #expect(
      scene.outcomes == [
        .partial(
          refused: [
            1: Rejection("over the daily quota of its device or user", status: 429)
          ], again: [0])
      ])
    await scene.analytics.flush()
    #expect(scene.analytics.ledger().destinations.map(\.delivered) == [1])
  }

  @Test("one of the two events of a group is the group's, and what is said of it")
  func group() async {
    let scene = AmplitudeScene((400, #"{"events_with_invalid_fields":{"groups":[2]}}"#))
    scene.analytics.track("A")
    scene.analytics.group("chess", traits: ["size": 3])
    scene.analytics.track("B")
    await scene.analytics.flush()
    #expect(
      scene.outcomes == [
        .partial(refused: [1: Rejection("invalid field groups", status: 400)], again: [0, 2])
      ])
  }

  private func names(_ scene: AmplitudeScene) -> [[Value?]] {
    scene.bodies.map { body in (body["events"]?.arrayValue ?? []).map { $0["event_type"] } }
  }

  @Test("a connection that ends without an answer is later")
  func closed() async throws {
    let server = try #require(RawServer(.close, .close))
    let address = URL(string: "http://127.0.0.1:\(server.port)")
    let destination = AmplitudeDestination(apiKey: AmplitudeScene.key, server: address)
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
    let destination = AmplitudeDestination(apiKey: AmplitudeScene.key, server: address)
    let events = await CapturedEvents.recording { analytics in
      for name in ["A", "B", "C", "D"] { analytics.track(name) }
    }
    #expect(await destination.deliver(events.batch(for: destination)) == row.outcome)
    #expect(server.requests.map { $0.prefix(4) } == ["POST"])
  }
}
