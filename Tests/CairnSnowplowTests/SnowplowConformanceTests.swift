import Cairn
import CairnExpectations
import CairnSnowplow
import CairnTesting
import Foundation
import Testing

@Suite struct SnowplowConformanceTests {
  @Test("a destination for a Snowplow collector meets the requirements for all destinations")
  func conforms() async throws {
    let url = try #require(URL(string: "https://example.com"))
    let other = try #require(URL(string: "https://example.org"))
    let schemas = SnowplowSchemas(vendor: "com.acme")
    var conformance = DestinationConformance { transport in
      SnowplowDestination(collector: url, appID: "shop", schemas: schemas, transport: transport)
    }
    conformance.variants = [
      "another address": { SnowplowDestination(collector: other, appID: "shop", schemas: schemas) }
    ]
    conformance.statuses = .snowplow
    conformance.attemptFields = ["stm"]
    conformance.requestEvents = 100
    conformance.requestBytes = 2_097_152
    await conformance.expectConformance()
  }
}
