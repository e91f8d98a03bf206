import Cairn
import CairnTesting
import Foundation
import Testing

@testable import CairnMixpanel

/// What Mixpanel answers, and what becomes of the events.
@Suite struct MixpanelAnswerTests {
  struct Row: Sendable {
    var endpoint = MixpanelDestination.Endpoint.import
    var status: Int
    var body = ""
    var outcome: Outcome
  }

  static let failed = """
    {"code":400,"error":"some data points in the request failed validation","failed_records":[
    {"index":1,"$insert_id":"a","field":"properties.time","message":"is invalid"},
    {"index":3,"insert_id":"b","field":"properties.x","message":"is no text"}],
    "num_records_imported":2,"status":"Bad Request"}
    """

  static let rows: [Row] = [
    Row(
      status: 200, body: #"{"code":200,"num_records_imported":4,"status":"OK"}"#,
      outcome: .accepted),
    Row(
      status: 400, body: failed,
      outcome: .partial(
        refused: [
          1: Rejection("properties.time: is invalid", status: 400),
          3: Rejection("properties.x: is no text", status: 400),
        ], again: [])),
    Row(
      status: 400, body: #"{"failed_records":[{"index":99}]}"#,
      outcome: .refused(
        Rejection("status 400", status: 400, answer: #"{"failed_records":[{"index":99}]}"#))),
    Row(
      status: 400, body: "what?",
      outcome: .refused(Rejection("status 400", status: 400, answer: "what?"))),
    Row(status: 401, outcome: .halted(reason: "status 401")),
    Row(
      status: 413, body: #"{"error":"request exceeds max limit of 2097152 bytes"}"#,
      outcome: .split),
    Row(status: 429, outcome: .later(afterSeconds: nil, reason: "status 429")),
    Row(status: 500, outcome: .later(afterSeconds: nil, reason: "status 500")),
    Row(status: 502, outcome: .later(afterSeconds: nil, reason: "status 502")),
    Row(status: 503, outcome: .later(afterSeconds: nil, reason: "status 503")),
    Row(endpoint: .track, status: 200, body: "1", outcome: .accepted),
    Row(
      endpoint: .track, status: 200, body: #"{"status":1,"error":null}"#, outcome: .accepted),
    Row(
      endpoint: .track, status: 200, body: "0",
      outcome: .refused(Rejection("none of the records is valid", status: 200))),
    Row(
      endpoint: .track, status: 200,
      body: #"{"status":0,"error":"token, missing or empty: token-0123456789"}"#,
      outcome: .refused(Rejection("token, missing or empty: [hidden]", status: 200))),
    Row(endpoint: .track, status: 401, outcome: .halted(reason: "status 401")),
    Row(endpoint: .track, status: 403, outcome: .halted(reason: "status 403")),
    Row(endpoint: .track, status: 413, outcome: .split),
    Row(
      endpoint: .track, status: 429, outcome: .later(afterSeconds: nil, reason: "status 429")),
    Row(
      endpoint: .track, status: 503, outcome: .later(afterSeconds: nil, reason: "status 503")),
  ]

  @Test("each answer is about the events that it names, and loses no other", arguments: rows)
  func answer(row: Row) async {
    let scene = MixpanelScene((row.status, row.body), endpoint: row.endpoint)
    for name in ["A", "B", "C", "D"] { scene.analytics.track(name) }
    await scene.analytics.flush()
    #expect(scene.outcomes.first == row.outcome)
    #expect(scene.analytics.ledger().balances)
  }

  @Test("records that failed go to the dead letters, and those that were taken are not sent again")
  func partial() async {
    let scene = MixpanelScene((400, Self.failed))
    for name in ["A", "B", "C", "D"] { scene.analytics.track(name) }
    for _ in 1...2 { await scene.analytics.flush() }
    #expect(scene.requests == ["/import 4"])
    let ledger = scene.analytics.ledger().destinations
    #expect(ledger.map(\.delivered) == [2])
    #expect(ledger.map(\.deadLettered) == [2])
  }

  @Test("a wait that Mixpanel asks for is kept")
  func retryAfter() async {
    let scene = MixpanelScene()
    scene.transport.answerNext(.status(429, headers: ["Retry-After": "17"]))
    scene.analytics.track("A")
    await scene.analytics.flush()
    #expect(scene.outcomes == [.later(afterSeconds: 17, reason: "status 429")])
  }

  @Test(
    "what profiles are answered after the events were taken is heeded for the whole batch",
    arguments: [
      (404, Outcome.halted(reason: "status 404")), (401, .halted(reason: "status 401")),
      (429, .later(afterSeconds: 17, reason: "status 429")), (413, .split),
      (400, .refused(Rejection("status 400", status: 400))),
    ])
  func profilesFail(status: Int, outcome: Outcome) async {
    let scene = MixpanelScene((200, ""))
    scene.transport.answerNext(.status(status, headers: ["Retry-After": "17"]))
    scene.analytics.track("A")
    for name in ["u1", "u2"] { scene.analytics.identify(name, traits: ["plan": "pro"]) }
    await scene.analytics.flush()
    #expect(scene.outcomes.first == outcome)
    #expect(scene.analytics.ledger().balances)
  }

  @Test("when profiles fail after the events were taken, the same events are sent again")
  func profilesLater() async {
    let scene = MixpanelScene((200, ""), (503, ""))
    scene.analytics.track("A")
    scene.analytics.identify("u1", traits: ["plan": "pro"])
    scene.analytics.track("B")
    await scene.analytics.flush()
    #expect(scene.outcomes == [.later(afterSeconds: nil, reason: "status 503")])
    scene.testing.clock.advance(bySeconds: 100)
    await scene.analytics.flush()
    #expect(scene.requests == ["/import 3", "/engage 1", "/import 3", "/engage 1"])
    let identify = scene.records("/import").filter { $0["event"] == "$identify" }
    #expect(identify.count == 2)
    #expect(identify[0] == identify[1])
    #expect(scene.analytics.ledger().destinations.map(\.delivered) == [3])
  }

  @Test("a profile that is refused alone takes nothing along")
  func profileRefused() async {
    let scene = MixpanelScene((200, ""), (200, #"{"status":0,"error":"bad profile"}"#), (200, "1"))
    scene.analytics.track("A")
    scene.analytics.identify("u1", traits: ["plan": "pro"])
    scene.analytics.track("B")
    await scene.analytics.flush()
    #expect(
      scene.outcomes == [.partial(refused: [1: Rejection("bad profile", status: 200)], again: [])])
  }

  @Test("no answer is later, and the same bytes are sent again")
  func noAnswer() async {
    let scene = MixpanelScene()
    scene.transport.answerNext(.offline)
    scene.analytics.track("A", ["n": 1.5])
    await scene.analytics.flush()
    scene.testing.clock.advance(bySeconds: 100)
    await scene.analytics.flush()
    #expect(scene.requests == ["/import 1", "/import 1"])
    #expect(Set(scene.transport.requests.map(\.body)).count == 1)
  }

  @Test("a connection that ends without an answer is later")
  func closed() async throws {
    let server = try #require(RawServer(.close, .close))
    let address = URL(string: "http://127.0.0.1:\(server.port)")
    let destination = MixpanelDestination(
      token: MixpanelScene.token, server: address)
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
    let destination = MixpanelDestination(
      token: MixpanelScene.token, endpoint: row.endpoint, server: address)
    let events = await CapturedEvents.recording { analytics in
      for name in ["A", "B", "C", "D"] { analytics.track(name) }
    }
    #expect(await destination.deliver(events.batch(for: destination)) == row.outcome)
    #expect(server.requests.map { $0.prefix(4) } == ["POST"])
  }
}
