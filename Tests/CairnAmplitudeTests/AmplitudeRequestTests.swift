import Cairn
import CairnAmplitude
import CairnTesting
import Foundation
import Testing

@Suite struct AmplitudeRequestTests {
  @Test(
    "requests go to the region's server and to the interface that was chosen",
    arguments: [
      (AmplitudeDestination.Region.us, .httpV2, "https://api2.amplitude.com/2/httpapi"),
      (.us, .batch, "https://api2.amplitude.com/batch"),
      (.eu, .httpV2, "https://api.eu.amplitude.com/2/httpapi"),
      (.eu, .batch, "https://api.eu.amplitude.com/batch"),
    ] as [(AmplitudeDestination.Region, AmplitudeDestination.Endpoint, String)])
  func address(
    region: AmplitudeDestination.Region, endpoint: AmplitudeDestination.Endpoint, address: String
  ) async throws {
    let transport = RecordingTransport()
    let destination = AmplitudeDestination(
      apiKey: AmplitudeFixture.key, region: region, endpoint: endpoint, transport: transport)
    let testing = TestAnalytics(deliveringTo: destination)
    testing.analytics.track("One")
    await testing.analytics.flush()
    let request = try #require(transport.requests.first)
    #expect(request.url.absoluteString == address)
    #expect(request.method == "POST")
    #expect(request.header("Content-Type") == "application/json")
    #expect(request.header("User-Agent") == HTTPExchange.userAgent)
    #expect(request.header("Content-Encoding") == nil)
  }

  @Test("the key and the shortest identifier length are in the body, and not in the stored bytes")
  func body() async throws {
    let scene = AmplitudeFixture()
    scene.analytics.track("One")
    await scene.analytics.flush()
    let body = try #require(scene.bodies.first?.objectValue)
    #expect(Set(body.keys) == ["api_key", "events", "options"])
    #expect(body["api_key"] == .string(AmplitudeFixture.key))
    #expect(body["options"] == ["min_id_length": 1])
    let stored = try #require(scene.testing.destination.batches.first?.body)
    #expect(!String(decoding: stored, as: UTF8.self).contains(AmplitudeFixture.key))
  }

  @Test("without a shortest identifier there are no options, and the body is gzip if it shall be")
  func options() async throws {
    let scene = AmplitudeFixture {
      $0.minimumIDLength = nil
      $0.compresses = true
    }
    scene.analytics.track("One")
    await scene.analytics.flush()
    let request = try #require(scene.transport.requests.first)
    #expect(request.header("Content-Encoding") == "gzip")
    #expect(request.body.starts(with: [0x1F, 0x8B]))
    let plain = AmplitudeFixture { $0.minimumIDLength = nil }
    plain.analytics.track("One")
    await plain.analytics.flush()
    #expect(plain.bodies.first?["options"] == nil)
  }

  @Test(
    "another key or address changes the settings, so that a halted destination is tried at once")
  func settings() throws {
    let server = URL(string: "https://proxy.example.com")
    let all = [
      AmplitudeDestination(apiKey: "a"), AmplitudeDestination(apiKey: "b"),
      AmplitudeDestination(apiKey: "a", region: .eu),
      AmplitudeDestination(apiKey: "a", server: server),
    ]
    #expect(Set(all.map(\.settings)).count == 4)
    #expect(all[3].host == "https://proxy.example.com:")
  }

  @Test("after a kill the same events are sent with the same bytes")
  func relaunch() async {
    let scene = AmplitudeFixture((503, ""))
    scene.analytics.identify("u1", traits: ["plan": "pro"])
    scene.analytics.track("One", ["n": 1.5])
    await scene.analytics.flush()
    let next = await scene.testing.relaunch()
    next.clock.advance(bySeconds: 600)
    next.analytics.track("Two")
    await next.analytics.flush()
    let bodies = scene.transport.requests.map(\.body)
    #expect(bodies.count >= 2)
    #expect(bodies[0] == bodies[1])
  }
}
