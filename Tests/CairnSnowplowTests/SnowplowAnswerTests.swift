import Cairn
import CairnSnowplow
import CairnTesting
import Testing

@Suite("What a Snowplow collector answers") struct SnowplowAnswerTests {
  static let again = [
    402, 404, 405, 408, 409, 415, 425, 429, 460, 500, 501, 502, 503, 504, 505, 507,
  ]

  func outcome(_ answer: RecordingTransport.Answer) async throws -> Outcome? {
    let scene = try SnowplowScene(answer)
    scene.analytics.track("One")
    scene.analytics.track("Two")
    await scene.analytics.flush()
    return scene.outcomes.first
  }

  @Test("2xx is received, whatever the body says", arguments: [200, 201, 204])
  func received(status: Int) async throws {
    #expect(try await outcome(.status(status, body: "ok")) == .accepted)
  }

  @Test("all that Snowplow's own trackers try again is tried again", arguments: again + [301, 308])
  func later(status: Int) async throws {
    #expect(
      try await outcome(.status(status)) == .later(afterSeconds: nil, reason: "status \(status)"))
  }

  @Test("400, 410 and 422 are refusals", arguments: [400, 410, 422])
  func refused(status: Int) async throws {
    let rejection = Rejection("status \(status)", status: status, answer: "no")
    #expect(try await outcome(.status(status, body: "no")) == .refused(rejection))
  }

  @Test("401 and 403 wait for somebody who mends it", arguments: [401, 403])
  func halted(status: Int) async throws {
    #expect(try await outcome(.status(status)) == .halted(reason: "status \(status)"))
  }

  @Test("413 is divided")
  func split() async throws { #expect(try await outcome(.status(413)) == .split) }

  @Test("no answer is tried again")
  func silence() async throws {
    guard case .later(nil, let reason) = try await outcome(.offline) else {
      Issue.record("not later")
      return
    }
    #expect(reason.hasPrefix("no answer: NSURLErrorDomain"))
  }

  @Test("Retry-After is heeded, up to five minutes", arguments: [("7", 7), ("3600", 300)])
  func pause(header: String, seconds: Int) async throws {
    #expect(
      try await outcome(.status(503, headers: ["Retry-After": header]))
        == .later(afterSeconds: seconds, reason: "status 503"))
  }

  @Test("a resend is the same but for the time of sending")
  func resend() async throws {
    let clock = ManualClock()
    let scene = try SnowplowScene(.status(503), clock: clock)
    scene.recordAll()
    await scene.analytics.flush()
    clock.advance(bySeconds: 90)
    await scene.analytics.flush()
    let bodies = scene.bodies.map { String(decoding: $0, as: UTF8.self) }
    #expect(bodies.count == 2)
    #expect(bodies[0].contains(#""stm":"1767225600000""#))
    #expect(
      bodies[1] == bodies[0].replacing(#""stm":"1767225600000""#, with: #""stm":"1767225690000""#))
  }
}
