import Cairn
import CairnFirebase
import CairnTesting
import Foundation
import Testing

/// The members around the events of a request to Google.
@Suite struct EnvelopeTests {
  let scene = GoogleFixture()

  private func request(
    _ consent: GoogleAnalyticsDestination.Consent,
    _ region: GoogleAnalyticsDestination.Region = .global
  ) async throws -> HTTPRequest {
    let destination = GoogleAnalyticsDestination(
      firebaseAppID: "1:123:ios:abc", apiSecret: "very-secret",
      appInstanceID: .fixed(GoogleFixture.instance), consent: consent, region: region,
      transport: scene.network)
    let analytics = scene.launch(destination)
    analytics.track("A")
    await analytics.flush()
    return try #require(scene.network.requests.first)
  }

  @Test("a request has the user's consent for Google, and nothing else")
  func consent() async throws {
    let request = try await request(.init(adUserData: true, adPersonalization: false))
    let expected = """
      {"app_instance_id":"0123456789abcdef0123456789abcdef",
      "consent":{"ad_personalization":"DENIED","ad_user_data":"GRANTED"},
      "events":[{"name":"A","params":{},
      "timestamp_micros":"\(scene.clock.now().wall.milliseconds * 1_000)"}]}
      """
    #expect(canonical(request.json) == canonical(expected.parsed))
  }

  @Test(
    "the two kinds of consent are sent separately, and an unknown one is not sent",
    arguments: [
      (.init(), [:]), (.init(adUserData: false), ["ad_user_data": "DENIED"]),
      (.init(adPersonalization: true), ["ad_personalization": "GRANTED"]),
      (
        .init(adUserData: false, adPersonalization: true),
        ["ad_user_data": "DENIED", "ad_personalization": "GRANTED"]
      ),
    ] as [(GoogleAnalyticsDestination.Consent, [String: String])])
  func each(consent: GoogleAnalyticsDestination.Consent, said: [String: String]) async throws {
    let body = try await request(consent).json
    #expect(body["consent"] as? [String: String] == (said.isEmpty ? nil : said))
  }

  @Test("in the European Union the request is sent to the server there")
  func region() async throws {
    let request = try await request(.init(), .eu)
    #expect(
      request.url.absoluteString
        == "https://region1.google-analytics.com/mp/collect?firebase_app_id=1:123:ios:abc&api_secret=very-secret"
    )
  }
}
