import Cairn
import CairnTesting
import Foundation
import Testing

@testable import CairnPostHog

@Suite struct PostHogRequestTests {
  @Test(
    "requests go to the region's server and to the interface that was chosen",
    arguments: [
      (PostHogDestination.Region.us, .v0, "https://us.i.posthog.com/batch/"),
      (.eu, .v0, "https://eu.i.posthog.com/batch/"),
      (.eu, .v1, "https://eu.i.posthog.com/i/v1/analytics/events"),
    ] as [(PostHogDestination.Region, PostHogDestination.Version, String)])
  func address(
    region: PostHogDestination.Region, version: PostHogDestination.Version, address: String
  ) async throws {
    let transport = RecordingTransport()
    let testing = TestAnalytics(
      deliveringTo: PostHogDestination(
        apiKey: PostHogFixture.key, region: region, version: version, transport: transport))
    testing.analytics.track("One")
    await testing.analytics.flush()
    let request = try #require(transport.requests.first)
    #expect(request.url.absoluteString == address)
    #expect(request.header("Content-Type") == "application/json")
    #expect(request.header("Content-Encoding") == "gzip")
    #expect(request.header("User-Agent") == HTTPExchange.userAgent)
  }

  @Test("a resend is the same but for the time of sending")
  func resend() async throws {
    let scene = PostHogFixture((503, ""))
    scene.analytics.track("One", ["n": 1.5])
    await scene.analytics.flush()
    scene.testing.clock.advance(bySeconds: 60)
    await scene.analytics.flush()
    let bodies = scene.bodies
    #expect(bodies.count == 2)
    #expect(JSONDifferences.paths(bodies[0], bodies[1]) == ["sent_at"])
    #expect(bodies[0]["sent_at"] == "2026-01-01T00:00:00.000Z")
    #expect(bodies[1]["sent_at"] == "2026-01-01T00:01:00.000Z")
    #expect(bodies[0]["api_key"] == .string(PostHogFixture.key))
    #expect(bodies[0]["historical_migration"] == false)
    let stored = try #require(scene.testing.destination.batches.first?.body)
    #expect(!String(decoding: stored, as: UTF8.self).contains(PostHogFixture.key))
  }

  @Test("in the new interface the attempt and its time are headers, and the body stays the same")
  func v1() async throws {
    let scene = PostHogFixture((503, ""), version: .v1) { $0.isHistorical = true }
    scene.analytics.track("One")
    await scene.analytics.flush()
    scene.testing.clock.advance(bySeconds: 60)
    await scene.analytics.flush()
    let requests = scene.transport.requests
    #expect(Set(requests.map(\.body)).count == 1)
    #expect(scene.bodies.first?["historical_migration"] == true)
    #expect(scene.bodies.first?["created_at"] == "2026-01-01T00:00:00.000Z")
    #expect(scene.bodies.first?["api_key"] == nil)
    #expect(
      requests.map { $0.header("Authorization") }
        == Array(repeating: "Bearer \(PostHogFixture.key)", count: 2))
    #expect(requests.map { $0.header("PostHog-Attempt") } == ["1", "2"])
    #expect(
      requests.map { $0.header("PostHog-Request-Timestamp") } == [
        "2026-01-01T00:00:00.000Z", "2026-01-01T00:01:00.000Z",
      ])
    let key = scene.testing.destination.batches[0].key.uuidString.lowercased()
    #expect(requests.map { $0.header("PostHog-Request-Id") } == [key, key])
    #expect(requests[0].header("PostHog-Sdk-Info") == HTTPExchange.userAgent)
  }

  @Test("an event that is in a batch twice is sent once")
  func twice() async throws {
    let events = await CapturedEvents.recording { analytics in analytics.track("One") }
    let event = try #require(events.events.first)
    let destination = PostHogDestination(apiKey: PostHogFixture.key, version: .v1)
    let body = destination.seal([event, event], context: events.context)
    let batch = Batch(
      key: UUID(), events: [event, event], body: body, attempt: 0, milliseconds: 0)
    let sealed = try #require(MappedBatch(batch))
    let sent = PostHogEvents(sealed)
    #expect(Value(json: sent.json)?.arrayValue?.count == 1)
    #expect(sent.numbers == [event.id.description: [0, 1]])
  }

  @Test("another key, address or interface changes the settings")
  func settings() {
    let all = [
      PostHogDestination(apiKey: "a"), PostHogDestination(apiKey: "b"),
      PostHogDestination(apiKey: "a", region: .eu), PostHogDestination(apiKey: "a", version: .v1),
      PostHogDestination(apiKey: "a", server: URL(string: "https://ph.example.com")),
    ]
    #expect(Set(all.map(\.settings)).count == all.count)
    #expect(all[4].host == "https://ph.example.com:")
  }
}
