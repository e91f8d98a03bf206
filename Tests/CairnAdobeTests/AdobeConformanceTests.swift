import Cairn
import CairnAdobe
import CairnContent
import CairnExpectations
import Foundation
import Testing

/// The conformance checks for both destinations.
@Suite struct AdobeConformanceTests {
  static let datastream = "ds-confidential"

  static func settings(_ values: [String: Value] = [:]) -> ContentConfiguration {
    let usual: [String: Value] = [
      "edge.configId": .string(datastream), "edge.domain": "edge.example.test",
      "experienceCloud.org": "0123456789ABCDEF01234567@AdobeOrg",
    ]
    return ContentConfiguration(usual.merging(values) { $1 })
  }

  /// Configurations of destinations with other settings.
  static let others = [
    "another datastream": settings(["contentanalytics.configId": "ds-other"]),
    "another domain": settings(["edge.domain": "other.example.test"]),
  ]

  @Test(
    "the destination meets the requirements of the SDK",
    arguments: [AdobeEdgeDestination.Endpoint.automatic, .interact, .collect])
  func edge(endpoint: AdobeEdgeDestination.Endpoint) async {
    let settings = Self.settings()
    var conformance = DestinationConformance { transport in
      AdobeEdgeDestination(settings, endpoint: endpoint, transport: transport)
    }
    conformance.secrets = [Self.datastream]
    conformance.variants = Self.others.mapValues { other in
      { AdobeEdgeDestination(other, endpoint: endpoint) }
    }
    conformance.variants["the other endpoint"] = {
      AdobeEdgeDestination(settings, endpoint: endpoint == .collect ? .interact : .collect)
    }
    conformance.variants["another environment"] = {
      AdobeEdgeDestination(Self.settings(["edge.environment": "pre-prod"]), endpoint: endpoint)
    }
    conformance.statuses = .adobeEdge
    conformance.success = { _ in .state }
    conformance.requestEvents = endpoint == .interact ? 1 : nil
    conformance.record = { analytics, number in
      ContentAnalytics(analytics, settings).trackAsset("https://img.example.test/\(number).jpg")
    }
    conformance.recordNamed = { analytics, name, properties in
      ContentAnalytics(analytics, settings).trackAsset(name, extras: properties)
    }
    // A request names groups; here each event forms its own group, whose name is derived from the
    // event's.
    conformance.identifier = { NameUUID.make(of: [$0.description]).uuidString }
    await conformance.expectConformance()
  }

  @Test("the destination for the featurization service meets the requirements of the SDK")
  func featurization() async {
    let settings = Self.settings()
    var conformance = DestinationConformance { AdobeFeaturization(settings, transport: $0) }
    conformance.secrets = [Self.datastream]
    conformance.variants = Self.others.mapValues { other in { AdobeFeaturization(other) } }
    conformance.variants["another organisation"] = {
      AdobeFeaturization(
        Self.settings(["experienceCloud.org": "ABCDEF01234567ABCDEF0123@AdobeOrg"]))
    }
    conformance.success = { request in
      request.method == "GET" ? .wish : HTTPResponse(status: 201)
    }
    conformance.record = { analytics, number in
      ContentAnalytics(analytics, settings).registerExperience(
        assets: ["https://img.example.test/\(number).jpg"], texts: [])
    }
    conformance.recordNamed = { analytics, name, properties in
      ContentAnalytics(analytics, settings).registerExperience(
        assets: [], texts: [ContentItem(name, styles: properties)])
    }
    conformance.excused = [
      .identifiers: "the service knows experiences by their own identifiers, and no events"
    ]
    await conformance.expectConformance()
  }
}

extension HTTPResponse {
  fileprivate static let state = HTTPResponse(
    status: 200,
    body: Array(
      #"{"handle":[{"type":"state:store","payload":[{"key":"k","value":"v","maxAge":60}]}]}"#.utf8))

  fileprivate static let wish = HTTPResponse(
    status: 200, body: Array(#"{"sendContent":true}"#.utf8))
}
