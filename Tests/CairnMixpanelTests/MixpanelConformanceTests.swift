import Cairn
import CairnExpectations
import CairnMixpanel
import Foundation
import Testing

@Suite struct MixpanelConformanceTests {
  @Test(
    "the destination meets the requirements of the SDK",
    arguments: [MixpanelDestination.Endpoint.import, .track])
  func conforms(endpoint: MixpanelDestination.Endpoint) async {
    let token = MixpanelFixture.token
    var conformance = DestinationConformance { transport in
      MixpanelDestination(token: token, endpoint: endpoint, transport: transport)
    }
    conformance.secrets = [token, Data("\(token):".utf8).base64EncodedString()]
    conformance.variants = [
      "another token": { MixpanelDestination(token: "other", endpoint: endpoint) },
      "another region": { MixpanelDestination(token: token, region: .india, endpoint: endpoint) },
    ]
    conformance.requestEvents = 2_000
    conformance.requestBytes = 2_097_152
    await conformance.expectConformance()
  }

  @Test("the destination with a service account meets the requirements of the SDK")
  func serviceAccount() async {
    let token = MixpanelFixture.token
    var conformance = DestinationConformance { transport in
      MixpanelDestination(
        serviceAccount: ("account", "secret-0123"), projectID: "42", token: token,
        transport: transport)
    }
    conformance.secrets = [
      token, "secret-0123", Data("account:secret-0123".utf8).base64EncodedString(),
    ]
    conformance.variants = [
      "another secret": {
        MixpanelDestination(serviceAccount: ("account", "x"), projectID: "42", token: token)
      }
    ]
    await conformance.expectConformance()
  }
}
