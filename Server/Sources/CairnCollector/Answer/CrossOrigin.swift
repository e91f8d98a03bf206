import HTTPTypes
import Hummingbird

/// The rules for web pages of other origins (Fetch, "CORS protocol").
///
/// The key is the only credential: cookies are never allowed, and `*` is never sent.
struct CrossOrigin: Sendable {
  let keys: KeyRing
  /// The patterns of the paths that pages may use.
  let routes: Set<String>

  private enum Name {
    static let allowOrigin = HTTPField.Name.accessControlAllowOrigin
    static let exposed = "X-Request-Id, Retry-After"
    static let headers =
      "Authorization, Content-Type, Content-Encoding, Idempotency-Key, X-Request-Id"
  }

  /// Returns the response to a question of a browser whether a page may send a request; nil for any
  /// other request.
  func preflight(_ request: Request, _ route: String) throws(Refusal) -> Response? {
    guard request.method == .options, routes.contains(route),
      request.headers[.accessControlRequestMethod] != nil, request.headers[.origin] != nil
    else { return nil }
    guard allowed(request) != nil else {
      throw .forbidden("no key allows requests from pages of this origin")
    }
    let headers: HTTPFields = [
      .accessControlAllowMethods: "GET, POST", .accessControlAllowHeaders: Name.headers,
      .accessControlMaxAge: "600", .cacheControl: "no-store",
    ]
    return Response(status: .noContent, headers: headers)
  }

  /// Adds the headers with which the page may read the response.
  func add(to response: inout Response, for request: Request, _ route: String) {
    guard routes.contains(route) else { return }
    response.headers[.vary] = "Origin"
    guard let origin = allowed(request) else { return }
    response.headers[.accessControlAllowOrigin] = origin
    response.headers[.accessControlExposeHeaders] = Name.exposed
  }

  /// Returns the page's origin if a key allows it; the key of a preflight request is not known.
  private func allowed(_ request: Request) -> String? {
    guard let origin = request.headers[.origin], keys.allows(origin: origin) else { return nil }
    return origin
  }
}

extension WriteGrant {
  /// - Throws: 403 for a page that may not use this key.
  func check(_ request: Request) throws(Refusal) {
    guard !origins.isEmpty, let origin = request.headers[.origin] else { return }
    guard origins.contains(origin) else {
      throw .forbidden("the key does not allow requests from pages of this origin")
    }
  }
}
