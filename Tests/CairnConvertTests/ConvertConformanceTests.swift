import Cairn
import CairnConvert
import CairnExpectations
import CairnTesting
import Foundation
import Testing

@Suite struct ConvertConformanceTests {
  @Test("Convert meets the requirements for every destination")
  func conforms() async {
    var conformance = DestinationConformance { transport in
      ConvertDestination(sdkKey: "10001/very-secret", secret: "whispered", transport: transport)
    }
    conformance.secrets = ["very-secret", "whispered"]
    conformance.variants = [
      "another key": { ConvertDestination(sdkKey: "10001/other", secret: "whispered") },
      "another secret": { ConvertDestination(sdkKey: "10001/very-secret", secret: "other") },
      "a server of one's own": {
        ConvertDestination(
          sdkKey: "10001/very-secret", secret: "whispered",
          server: URL(string: "https://own.example"))
      },
    ]
    conformance.statuses = ConvertDestination.statuses
    conformance.requestEvents = 100
    conformance.requestBytes = 100_000
    conformance.record = { analytics, number in
      analytics.expose("u\(number)", key: "\(number)")
    }
    conformance.excused = [
      .identifiers: "the protocol knows none",
      .values: "it takes what it knows of reports: ConvertBodyTests",
    ]
    await conformance.expectConformance()
  }
}
