import Cairn
import CairnTesting
import Testing

@testable import CairnPostHog

@Suite("Events that are too large for PostHog") struct PostHogSizeTests {
  @Test("a request that PostHog would not take is divided before it is sent")
  func request() async {
    let scene = PostHogFixture { destination in
      #expect(destination.maximumBytes == 20_971_520)
      // With the real limit, a test would take a minute.
      destination.maximumBytes = 20_000
    }
    let text = Value.string(String(repeating: "x", count: 6_000))
    for number in 1...4 { scene.analytics.track("Long \(number)", ["text": text]) }
    for _ in 1...4 { await scene.analytics.flush() }
    #expect(scene.outcomes.first == .split)
    #expect(scene.outcomes.dropFirst().allSatisfy { $0 == .accepted })
    #expect(scene.transport.requests.allSatisfy { $0.body.count < 20_000 })
    #expect(scene.transport.requests.contains { $0.body.count > 10_000 })
    #expect(
      scene.events.map { $0["event"] } == (1...4).map { Value.string("Long \($0)") })
  }
}
