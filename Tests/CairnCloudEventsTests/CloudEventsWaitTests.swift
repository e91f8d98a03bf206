import Cairn
import CairnCloudEvents
import CairnTesting
import Testing

@Suite struct CloudEventsWaitTests {
  @Test(
    "Retry-After of hours is obeyed to the second, in seconds and as a date",
    arguments: ["18000", "Thu, 01 Jan 2026 05:00:00 GMT"])
  func hours(header: String) async throws {
    let scene = try CloudEventsFixture(.status(429, headers: ["Retry-After": header]))
    scene.analytics.track("A")
    await scene.analytics.flush()
    #expect(scene.outcomes == [.later(afterSeconds: 18_000, reason: "status 429")])
    await scene.testing.clock.waitForSleeper(forSeconds: 18_000...18_001)
    scene.testing.clock.advance(bySeconds: 17_999)
    #expect(scene.network.requests.count == 1)
    scene.testing.clock.advance(bySeconds: 2)
    #expect(await scene.network.requests(atLeast: 2).count == 2)
  }
}
