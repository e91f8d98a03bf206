import Cairn
import CairnCloudEvents
import CairnTesting
import Testing
import VendorAnswers

@Suite("The answers of a CloudEvents receiver") struct CloudEventsAnswerTests {
  func outcome(_ answer: RecordingTransport.Answer) async throws -> Outcome? {
    let scene = try CloudEventsFixture(answer)
    scene.analytics.track("One")
    scene.analytics.track("Two")
    await scene.analytics.flush()
    return scene.outcomes.first
  }

  @Test(
    "accepted, retried, refused and postponed events, also event by event",
    arguments: Vendor.cloudEvents.rows)
  func answer(row: AnswerRow) async throws { try await row.expect() }

  @Test("a request without an answer is tried again")
  func silence() async throws {
    guard case .later(nil, _) = try await outcome(.offline) else {
      Issue.record("not later")
      return
    }
  }

  @Test("a resend is the same, to the last byte")
  func resend() async throws {
    let clock = ManualClock()
    let scene = try CloudEventsFixture(.status(503), clock: clock)
    scene.testing.recordAllKinds()
    await scene.analytics.flush()
    clock.advance(bySeconds: 90)
    await scene.analytics.flush()
    #expect(scene.bodies.count == 2)
    #expect(scene.bodies[0] == scene.bodies[1])
  }
}
