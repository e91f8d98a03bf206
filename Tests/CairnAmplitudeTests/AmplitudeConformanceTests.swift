import Cairn
import CairnAmplitude
import CairnExpectations
import Testing

@Suite struct AmplitudeConformanceTests {
  @Test(
    "the destination meets the requirements of the SDK",
    arguments: [AmplitudeDestination.Endpoint.httpV2, .batch])
  func conforms(endpoint: AmplitudeDestination.Endpoint) async {
    let key = AmplitudeFixture.key
    var conformance = DestinationConformance { transport in
      AmplitudeDestination(apiKey: key, endpoint: endpoint, transport: transport)
    }
    conformance.secrets = [key]
    conformance.variants = [
      "another key": { AmplitudeDestination(apiKey: "other", endpoint: endpoint) },
      "another region": { AmplitudeDestination(apiKey: key, region: .eu, endpoint: endpoint) },
    ]
    conformance.requestEvents = 1_999
    conformance.requestBytes = endpoint == .httpV2 ? 1_000_000 : 20_000_000
    await conformance.expectConformance()
  }
}
