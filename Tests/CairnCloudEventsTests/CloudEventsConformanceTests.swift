#if canImport(CryptoKit) || Crypto
import Cairn
import CairnCloudEvents
import CairnExpectations
import CairnTesting
import Foundation
import Testing

@Suite struct CloudEventsConformanceTests {
  static let token = "0123456789abcdef"

  @Test("a destination for CloudEvents meets the requirements for all destinations")
  func conforms() async throws {
    let url = try #require(URL(string: "https://example.com"))
    let other = try #require(URL(string: "https://example.org"))
    let secret = try WebhookSecret(WebhookSignatureTests.secret)
    let headers = ["Authorization": "Bearer \(Self.token)"]
    var conformance = DestinationConformance { transport in
      CloudEventsDestination(
        endpoint: url, source: "/shop", types: "com.example", secrets: [secret], headers: headers,
        transport: transport)
    }
    conformance.variants = [
      "another address": {
        CloudEventsDestination(
          endpoint: other, source: "/shop", types: "com.example", secrets: [secret],
          headers: headers)
      },
      "no secret": {
        CloudEventsDestination(
          endpoint: url, source: "/shop", types: "com.example", headers: headers)
      },
    ]
    conformance.secrets = [Self.token]
    conformance.statuses = .webhook
    conformance.attemptHeaders.formUnion(["webhook-timestamp", "webhook-signature"])
    conformance.requestEvents = 100
    conformance.maximumRetryAfter = 86_400
    await conformance.expectConformance()
  }
}
#endif
