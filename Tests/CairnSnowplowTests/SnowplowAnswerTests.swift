import Cairn
import CairnSnowplow
import CairnTesting
import Testing
import VendorAnswers

@Suite("The answers of a Snowplow collector") struct SnowplowAnswerTests {
  func outcome(_ answer: RecordingTransport.Answer) async throws -> Outcome? {
    let scene = try SnowplowFixture(answer)
    scene.analytics.track("One")
    scene.analytics.track("Two")
    await scene.analytics.flush()
    return scene.outcomes.first
  }

  @Test(
    "accepted, retried, refused and postponed events",
    arguments: Vendor.snowplow.rows)
  func answer(row: AnswerRow) async throws { try await row.expect() }

  @Test("a request without an answer is tried again")
  func silence() async throws {
    guard case .later(nil, let reason) = try await outcome(.offline) else {
      Issue.record("not later")
      return
    }
    #expect(reason.hasPrefix("no response: NSURLErrorDomain"))
  }

  @Test("a resend is the same but for the time of sending")
  func resend() async throws {
    let clock = ManualClock()
    let scene = try SnowplowFixture(.status(503), clock: clock)
    scene.testing.recordAllKinds()
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
