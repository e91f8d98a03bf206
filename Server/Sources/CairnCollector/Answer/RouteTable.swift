import Foundation
import Hummingbird
import Logging

/// Finds the endpoint of a request, and turns a refusal into its response.
struct RouteTable: Sendable {
  /// The paths that contain a key.
  private static let keyedPaths =
    [SettingsEndpoint.path, ConfigEndpoint.path] + SubjectPath.exports.map(\.path)
    + SubjectPath.erasures.map(\.path)

  private let routes: [String: [HTTPRequest.Method: any Endpoint]]
  private let logger: Logger

  init(_ routes: [String: [HTTPRequest.Method: any Endpoint]], logger: Logger) {
    self.routes = routes
    self.logger = logger
  }

  /// - Throws: The error that broke the connection, which then gets no response.
  func respond(to request: Request) async throws -> Response {
    do {
      try checkHost(request)
      return try await endpoint(for: request).respond(to: request)
    } catch let refusal as Refusal {
      logger.debug(
        "refused", metadata: ["code": "\(refusal.code)", "route": "\(route(of: request))"])
      return refusal.response
    }
  }

  static let unknownRoute = "other"

  /// The patterns of all paths.
  var patterns: [String] { Array(routes.keys) }

  /// Returns the pattern of the request's path.
  func route(of request: Request) -> String {
    let path = path(request)
    return routes[path] == nil ? Self.unknownRoute : path
  }

  // A proxy may have checked the other header (RFC 9112, 3.2). The first one is the authority.
  private func checkHost(_ request: Request) throws(Refusal) {
    let isSecond = request.headers.contains { $0.name.canonicalName == "host" }
    if isSecond { throw .badRequest("badHost", "the request has two Host headers") }
  }

  private func endpoint(for request: Request) throws(Refusal) -> any Endpoint {
    guard let methods = routes[path(request)] else {
      throw Refusal(
        status: .notFound, code: "notFound",
        message: "no such path; the paths are \(routes.keys.sorted().joined(separator: ", "))")
    }
    guard let endpoint = methods[request.method] else {
      let allowed = methods.keys.map(\.rawValue).sorted().joined(separator: ", ")
      throw Refusal(
        status: .methodNotAllowed, code: "methodNotAllowed",
        message: "this path supports only \(allowed)", headers: [.allow: allowed])
    }
    return endpoint
  }

  /// Returns the path as in the table of routes: some end before the write key.
  private func path(_ request: Request) -> String {
    let path = request.uri.path
    if let keyed = Self.keyedPaths.first(where: { $0.key(in: path) != nil }) {
      return keyed.pattern
    }
    return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }
}

/// Handles one method on one path.
protocol Endpoint: Sendable {
  /// Responds to a request; a thrown ``Refusal`` becomes the response, any other error ends the
  /// connection.
  func respond(to request: Request) async throws -> Response
}

/// A path with a key in it, such as `/v1/settings/<write key>` or `/v1/users/<id>/export`.
struct KeyedPath: Sendable {
  let prefix: String
  var suffix = ""

  /// The pattern of the path in the table of routes.
  var pattern: String { prefix + "*" + suffix }

  /// Returns the key in the path of a request; nil for a different path.
  func key(in path: String) -> String? {
    guard path.hasPrefix(prefix) else { return nil }
    let rest = path.dropFirst(prefix.count)
    guard rest.hasSuffix(suffix) else { return nil }
    let key = rest.dropLast(suffix.count)
    return key.isEmpty || key.contains("/") ? nil : key.removingPercentEncoding
  }
}
