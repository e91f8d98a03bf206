import Cairn
import CairnCloudEvents
import CairnTesting
import Testing

@Suite("What a receiver of CloudEvents answers") struct CloudEventsAnswerTests {
  static let again = [301, 308, 408, 409, 425, 429, 500, 501, 502, 503, 504, 505, 507]

  func outcome(_ answer: RecordingTransport.Answer) async throws -> Outcome? {
    let scene = try CloudEventsScene(answer)
    scene.analytics.track("One")
    scene.analytics.track("Two")
    await scene.analytics.flush()
    return scene.outcomes.first
  }

  @Test("200, 201, 202 and 204 take the batch", arguments: [200, 201, 202, 204])
  func accepted(status: Int) async throws {
    #expect(try await outcome(.status(status, body: "thanks")) == .accepted)
  }

  @Test("what may pass is tried again; a redirect is not followed", arguments: again)
  func later(status: Int) async throws {
    #expect(
      try await outcome(.status(status)) == .later(afterSeconds: nil, reason: "status \(status)"))
  }

  @Test(
    "410 asks to send no more, 415 and wrong keys wait for somebody",
    arguments: [
      401, 402, 403, 404, 410, 415,
    ])
  func halted(status: Int) async throws {
    #expect(try await outcome(.status(status)) == .halted(reason: "status \(status)"))
  }

  @Test(
    "other 4xx are refusals, and secrets are kept out of what is stored",
    arguments: [
      400, 405, 406, 422, 460,
    ])
  func refused(status: Int) async throws {
    let rejection = Rejection("status \(status)", status: status, answer: "no: [hidden]")
    #expect(
      try await outcome(.status(status, body: "no: Bearer 0123456789")) == .refused(rejection))
  }

  @Test("413 is divided")
  func split() async throws { #expect(try await outcome(.status(413)) == .split) }

  @Test("no answer is tried again")
  func silence() async throws {
    guard case .later(nil, _) = try await outcome(.offline) else {
      Issue.record("not later")
      return
    }
  }

  @Test("429 with Retry-After is obeyed", arguments: ["120", "Thu, 01 Jan 2026 00:02:00 GMT"])
  func pause(header: String) async throws {
    #expect(
      try await outcome(.status(429, headers: ["Retry-After": header]))
        == .later(afterSeconds: 120, reason: "status 429"))
  }

  @Test("a receiver may answer for each event")
  func each() async throws {
    let scene = try CloudEventsScene()
    scene.network.isOffline = true
    for name in ["A", "B", "C", "D"] { scene.analytics.track(name) }
    await scene.analytics.flush()
    let ids = try #require(scene.testing.destination.batches.first).events.map(\.id)
    let results = """
      {"results":{"\(ids[0])":{"result":"ok"},"\(ids[1])":{"result":"drop","details":"too old"},
      "\(ids[3])":{"result":"retry"}}}
      """
    scene.network.answerNext(.status(200, body: results))
    scene.network.isOffline = false
    await scene.analytics.flush()
    #expect(
      scene.outcomes.dropFirst().first == .partial(refused: [1: "too old"], again: [3]))
    await scene.analytics.flush()
    let last = Value(json: try #require(scene.bodies.last))?.arrayValue
    #expect(last?.map { $0["eventname"] } == ["D"])
    let row = scene.analytics.ledger().destinations[0]
    #expect(row.delivered == 3 && row.deadLettered == 1)
  }

  @Test("a resend is the same, to the last byte")
  func resend() async throws {
    let clock = ManualClock()
    let scene = try CloudEventsScene(.status(503), clock: clock)
    scene.recordAll()
    await scene.analytics.flush()
    clock.advance(bySeconds: 90)
    await scene.analytics.flush()
    #expect(scene.bodies.count == 2)
    #expect(scene.bodies[0] == scene.bodies[1])
  }
}
