import Cairn
import CairnTesting
import Testing

@testable import CairnPostHog

@Suite("What is too large for PostHog") struct PostHogSizeTests {
  @Test("a request that PostHog would not take is divided before it is sent")
  func request() async throws {
    let transport = RecordingTransport()
    var destination = PostHogDestination(apiKey: PostHogScene.key, transport: transport)
    destination.compresses = false
    let text = Value.string(String(repeating: "x", count: 900_000))
    let events = await CapturedEvents.recording { analytics in
      for number in 0..<24 { analytics.track("Long \(number)", ["text": text]) }
    }
    #expect(await destination.deliver(events.batch(for: destination)) == .split)
    #expect(transport.requests.isEmpty)
    let fewer = CapturedEvents(events: Array(events.events.prefix(23)), context: events.context)
    #expect(await destination.deliver(fewer.batch(for: destination)) == .accepted)
    let body = try #require(transport.requests.first).body
    #expect(body.count > 20_000_000 && body.count < PostHogMapping.mostBytes)
  }
}
