import Cairn
import CairnTesting
import Foundation
import Testing

@Suite struct ConfiguredTransportTests {
  @Test("the configuration's transport sends requests to its endpoint, and to no other server")
  func endpoint() async throws {
    let (network, other) = (RecordingTransport(), RecordingTransport())
    let url = try #require(URL(string: "https://collect.example.com"))
    let warehouse = HTTPDestination(
      endpoint: try #require(URL(string: "https://warehouse.example.com")), writeKey: "key",
      name: "warehouse", transport: other)
    var configuration = Configuration(writeKey: "key", endpoint: url)
    configuration.destinations = [warehouse]
    configuration.transport = network
    let analytics = Analytics(configuration.testing(clock: ManualClock()))
    analytics.track("Counted")
    await analytics.flush()
    #expect(
      network.requests.map(\.url.absoluteString) == ["https://collect.example.com/v1/batch"])
    #expect(
      other.requests.map(\.url.absoluteString) == ["https://warehouse.example.com/v1/batch"])
    await analytics.close()
  }
}
