import CairnContent
import Foundation

/// Where requests go: server, environment and datastream.
struct EdgeAddress: Sendable {
  /// Scheme, host and port.
  let server: String
  /// The first part of the path.
  let root: String
  let datastream: String?
  /// The app's datastream, where content has one of its own.
  let original: String?

  init(_ configuration: ContentConfiguration, _ server: URL?) {
    let environment = configuration.edgeEnvironment ?? "prod"
    let standard = environment == "int" ? "edge-int.adobedc.net" : "edge.adobedc.net"
    self.server = Self.server(server, orAt: configuration.edgeDomain ?? standard)
    root = environment == "pre-prod" ? "ee-pre-prd" : "ee"
    datastream = configuration.datastream
    original = configuration.edgeConfigId
  }

  /// Without a slash at its end.
  static func server(_ own: URL?, orAt domain: String) -> String {
    let server = own?.absoluteString ?? "https://\(domain)"
    return server.hasSuffix("/") ? String(server.dropLast()) : server
  }

  /// With an identifier that is made of what is sent: a resend can be told from another request.
  func url(
    _ endpoint: AdobeEdgeDestination.Endpoint, _ groups: [SealedGroup], hint: String?
  ) -> URL? {
    let path = [server, root, hint, "v1", endpoint.rawValue].compactMap(\.self)
    var components = URLComponents(string: path.joined(separator: "/"))
    components?.queryItems = [
      URLQueryItem(name: "configId", value: datastream),
      URLQueryItem(
        name: "requestId", value: NameUUID.make(of: groups.map(\.id.uuidString)).uuidString),
    ]
    return components?.url
  }
}
