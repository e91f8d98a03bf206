import Cairn
import CairnContent
import Foundation

/// Makes the two requests of the featurization service.
struct FeaturizationService: Sendable {
  private let base: String
  private let organisation: String
  private let datastream: String

  /// Makes a service; nil if a required value is missing.
  init?(_ configuration: ContentConfiguration, _ server: URL?) {
    guard configuration.isFeaturized, let domain = configuration.edgeDomain,
      let organisation = configuration.experienceCloudOrg,
      let datastream = configuration.datastream
    else { return nil }
    base = "\(EdgeAddress.server(server, orAt: domain))/aca/\(configuration.effectiveRegion)"
    self.organisation = organisation
    self.datastream = datastream
  }

  var settings: String { [base, organisation, datastream].joined(separator: "\n") }

  /// Returns the request that checks whether the service knows an experience.
  func check(_ definition: ExperienceDefinition) -> HTTPRequest? {
    let path = [base, "check", organisation, datastream, definition.id].joined(separator: "/")
    return URL(string: path).map { HTTPRequest(url: $0, method: "GET") }
  }

  /// Returns the request that sends the definition of an experience.
  func register(_ definition: ExperienceDefinition) -> HTTPRequest? {
    guard let url = URL(string: base + "/") else { return nil }
    var content: [String: Value] = [
      "images": .array(definition.assets.map { ["value": .string($0.value)] }),
      "texts": .array(definition.texts.map(\.json)),
    ]
    if !definition.ctas.isEmpty { content["ctas"] = .array(definition.ctas.map(\.json)) }
    let body: Value = [
      "content": .object(content), "orgId": .string(organisation),
      "datastreamId": .string(datastream), "experienceId": .string(definition.id),
      "channel": "mobile",
    ]
    return HTTPRequest(
      url: url, headers: [("Content-Type", "application/json")], body: body.json)
  }

  /// Returns whether the response asks for the definition; false for a body that is not a valid
  /// response.
  static func wantsContent(_ body: [UInt8]) -> Bool {
    Value(json: body)?["sendContent"] == .bool(true)
  }
}
