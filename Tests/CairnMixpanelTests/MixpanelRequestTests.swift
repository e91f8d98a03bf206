import Cairn
import CairnMixpanel
import CairnTesting
import Foundation
import Testing

@Suite struct MixpanelRequestTests {
  func request(_ make: (RecordingTransport) -> MixpanelDestination) async throws -> HTTPRequest {
    let transport = RecordingTransport()
    let testing = TestAnalytics(deliveringTo: make(transport))
    testing.analytics.track("One")
    await testing.analytics.flush()
    return try #require(transport.requests.first)
  }

  @Test(
    "requests go to the region's server",
    arguments: [
      (MixpanelDestination.Region.us, "https://api.mixpanel.com/import?strict=1"),
      (.eu, "https://api-eu.mixpanel.com/import?strict=1"),
      (.india, "https://api-in.mixpanel.com/import?strict=1"),
    ])
  func region(region: MixpanelDestination.Region, address: String) async throws {
    let request = try await request {
      MixpanelDestination(token: MixpanelFixture.token, region: region, transport: $0)
    }
    #expect(request.url.absoluteString == address)
    #expect(request.header("Content-Type") == "application/json")
    #expect(request.header("Content-Encoding") == "gzip")
    #expect(request.header("User-Agent") == HTTPExchange.userAgent)
  }

  @Test("the token is a user without a password; a service account has one, and names the project")
  func credentials() async throws {
    let app = try await request {
      MixpanelDestination(token: MixpanelFixture.token, transport: $0)
    }
    #expect(
      app.header("Authorization")
        == "Basic " + Data("\(MixpanelFixture.token):".utf8).base64EncodedString())
    let server = try await request {
      MixpanelDestination(
        serviceAccount: ("name", "secret-secret"), projectID: "42", token: MixpanelFixture.token,
        transport: $0)
    }
    #expect(
      server.header("Authorization")
        == "Basic " + Data("name:secret-secret".utf8).base64EncodedString())
    #expect(server.url.query == "strict=1&project_id=42")
  }

  @Test("/track has the token in each event, no credentials and no gzip")
  func track() async throws {
    let scene = MixpanelFixture(endpoint: .track) { $0.compresses = true }
    scene.analytics.track("One")
    await scene.analytics.flush()
    let request = try #require(scene.transport.requests.first)
    #expect(request.url.absoluteString == "https://api.mixpanel.com/track?verbose=1&ip=0")
    #expect(request.header("Authorization") == nil)
    #expect(request.header("Content-Encoding") == nil)
    #expect(
      scene.records("/track").first?["properties"]?["token"] == .string(MixpanelFixture.token))
    let stored = try #require(scene.testing.destination.batches.first?.body)
    #expect(!String(decoding: stored, as: UTF8.self).contains(MixpanelFixture.token))
    #expect(scene.testing.destination.limits.events == 50)
  }

  @Test("another token, account or address changes the settings")
  func settings() {
    let all = [
      MixpanelDestination(token: "a"), MixpanelDestination(token: "b"),
      MixpanelDestination(token: "a", region: .eu),
      MixpanelDestination(token: "a", endpoint: .track),
      MixpanelDestination(serviceAccount: ("n", "s"), projectID: "1", token: "a"),
      MixpanelDestination(serviceAccount: ("n", "t"), projectID: "1", token: "a"),
      MixpanelDestination(serviceAccount: ("n", "s"), projectID: "2", token: "a"),
    ]
    #expect(Set(all.map(\.settings)).count == all.count)
    #expect(all[2].host == "https://api-eu.mixpanel.com:")
  }
}
