import CairnContent
import Foundation

/// The address of requests: server, environment and datastream.
struct EdgeAddress: Sendable {
  /// The scheme, host and port.
  let server: String
  /// The first component of the path.
  let root: String
  let datastream: String?
  /// The app's datastream, which may differ from the datastream for content.
  let original: String?

  init(_ configuration: ContentConfiguration, _ server: URL?) {
    let environment = configuration.edgeEnvironment ?? "prod"
    let standard = environment == "int" ? "edge-int.adobedc.net" : "edge.adobedc.net"
    self.server = Self.server(server, orAt: configuration.edgeDomain ?? standard)
    root = environment == "pre-prod" ? "ee-pre-prd" : "ee"
    datastream = configuration.datastream
    original = configuration.edgeConfigId
  }

  /// Returns the server's address without a trailing slash.
  static func server(_ own: URL?, orAt domain: String) -> String {
    let server = own?.absoluteString ?? "https://\(domain)"
    return server.hasSuffix("/") ? String(server.dropLast()) : server
  }

  /// Returns the URL of a request.
  ///
  /// The request ID is derived from the groups, so that a resend can be distinguished from another
  /// request.
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
