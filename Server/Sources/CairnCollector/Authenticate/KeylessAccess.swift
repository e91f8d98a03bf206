import HTTPTypes
import Hummingbird

/// The access without any key: requests from this machine, but not from pages of other origins in a
/// browser on this machine.
struct KeylessAccess {
  let keys: KeyRing
  let listensOnLoopbackOnly: Bool

  /// - Throws: 403 when the request could come from another machine or from a page of another
  ///   origin.
  func checkRead(_ request: Request) throws(Refusal) {
    guard listensOnLoopbackOnly else {
      throw .forbidden("reading requires a read key, or a loopback host to listen on")
    }
    guard !keys.hasWriteKeys else {
      throw .forbidden("a collector with write keys requires a read key for reading")
    }
    if let name = request.headers.first(where: { Self.isOfProxy($0.name) })?.name {
      throw .forbidden("reading through a proxy requires a read key (\(name.rawName))")
    }
    try checkBrowser(request)
  }

  /// Checks a write without write keys: every client that reaches the port may write, except pages
  /// of other origins.
  ///
  /// - Throws: 403, or 415 for a content type that a browser sends to every site.
  func checkWrite(_ request: Request) throws(Refusal) {
    guard !keys.hasWriteKeys else { return }
    try checkBrowser(request)
    let type = request.headers[.contentType]?.lowercased() ?? ""
    guard !Self.typesOfForms.contains(where: type.hasPrefix) else {
      throw Refusal(
        status: .unsupportedMediaType, code: "unsupportedType",
        message: "without write keys, the Content-Type must be application/json")
    }
  }

  // A page on evil.example can resolve its own name to 127.0.0.1 and so connect to this machine
  // (DNS rebinding). The browser then still sends that name as Host, and the page's origin as
  // Origin.
  private func checkBrowser(_ request: Request) throws(Refusal) {
    guard LoopbackName.matches(authority: request.head.authority ?? "") else {
      throw .forbidden("without a key, the Host header must be a loopback name")
    }
    for origin in request.headers[values: .origin] where !LoopbackName.matches(origin: origin) {
      throw .forbidden("without a key, requests from pages of other origins are refused")
    }
  }

  private static func isOfProxy(_ name: HTTPField.Name) -> Bool {
    let name = name.canonicalName
    return name.hasPrefix("x-forwarded") || ["forwarded", "via", "x-real-ip"].contains(name)
  }

  /// The content types that a page may send to any site without a preflight request (Fetch,
  /// "CORS-safelisted request-header").
  private static let typesOfForms = [
    "text/plain", "application/x-www-form-urlencoded", "multipart/form-data",
  ]
}
