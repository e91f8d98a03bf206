import Cairn
import CairnTesting
import Foundation
import Testing

@testable import CairnPostHog

/// The values by which PostHog distinguishes requests.
@Suite struct PostHogAttemptTests {
  @Test("retried events of a request form a new request, at its first attempt")
  func rest() async throws {
    let scene = PostHogFixture((503, ""), version: .v1)
    for name in ["A", "B"] { scene.analytics.track(name) }
    await scene.analytics.flush()
    let (taken, id) = (try #require(scene.ids.first), try #require(scene.ids.last))
    let results = #"{"\#(taken)":{"result":"ok"},"\#(id)":{"result":"retry"}}"#
    scene.transport.answerNext(.status(200, body: #"{"results":\#(results)}"#))
    // The lane's own wait may end when the clock advances, so the response is planned before that.
    for _ in 1...2 {
      scene.testing.clock.advance(bySeconds: 60)
      await scene.analytics.flush()
    }
    #expect(scene.outcomes.dropFirst() == [.partial(refused: [:], again: [1]), .accepted])
    let requests = scene.transport.requests
    #expect(names(scene) == [["A", "B"], ["A", "B"], ["B"]])
    let ids = requests.compactMap { UUID(uuidString: $0.header("PostHog-Request-Id") ?? "") }
    try #require(ids.count == 3)
    #expect(ids[0] == ids[1] && ids[1] != ids[2])
    #expect(requests.map { $0.header("PostHog-Attempt") } == ["1", "2", "1"])
    #expect(
      requests.prefix(2).map { $0.header("PostHog-Request-Timestamp") } == [
        "2026-01-01T00:00:00.000Z", "2026-01-01T00:01:00.000Z",
      ])
    let created = scene.bodies.map { $0["created_at"] }
    #expect(created[0] == created[1] && created[1] != created[2])
  }

  private func names(_ scene: PostHogFixture) -> [[Value?]] {
    scene.bodies.map { body in (body["batch"]?.arrayValue ?? []).map { $0["event"] } }
  }
}
