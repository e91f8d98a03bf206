import Cairn
import CairnExpectations
import CairnOTLP
import CairnTesting
import Foundation
import Testing

@Suite struct OTLPConformanceTests {
  static let token = "0123456789abcdef"

  @Test(
    "a destination for OTLP meets the requirements for all destinations", arguments: [false, true])
  func conforms(compresses: Bool) async throws {
    let url = try #require(URL(string: "https://example.com"))
    let other = try #require(URL(string: "https://example.org"))
    let headers = ["Authorization": "Bearer \(Self.token)"]
    var conformance = DestinationConformance { transport in
      OTLPDestination(
        endpoint: url, service: "shop", headers: headers, compresses: compresses,
        transport: transport)
    }
    conformance.variants = [
      "another address": { OTLPDestination(endpoint: other, service: "shop", headers: headers) },
      "another token": { OTLPDestination(endpoint: url, service: "shop") },
    ]
    conformance.secrets = [Self.token]
    conformance.statuses = .otlp
    conformance.requestEvents = 512
    conformance.requestBytes = 67_108_864
    await conformance.expectConformance()
  }
}
