import Hummingbird
import Logging

/// Finds the endpoint of a request, and turns a refusal into its answer.
struct RouteTable: Sendable {
  private let routes: [String: [HTTPRequest.Method: any Endpoint]]
  private let logger: Logger

  init(_ routes: [String: [HTTPRequest.Method: any Endpoint]], logger: Logger) {
    self.routes = routes
    self.logger = logger
  }

  /// - Throws: What broke the connection; there is nobody left to answer then.
  func respond(to request: Request) async throws -> Response {
    do {
      try checkHost(request)
      return try await endpoint(for: request).respond(to: request)
    } catch let refusal as Refusal {
      logger.debug("refused", metadata: ["code": "\(refusal.code)", "path": "\(request.uri.path)"])
      return refusal.response
    }
  }

  // Whoever stands in front may have looked at the other one (RFC 9112, 3.2). The first is the authority.
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

  /// As the table has it: without the write key at the end of some.
  private func path(_ request: Request) -> String {
    let path = request.uri.path
    if let keyed = KeyedPath.all.first(where: { $0.key(in: path) != nil }) { return keyed.pattern }
    return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }
}
