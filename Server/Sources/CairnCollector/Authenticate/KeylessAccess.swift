import HTTPTypes
import Hummingbird

/// What is taken and shown without any key: what comes from this machine, and not by a page from elsewhere that a browser
/// of this machine shows.
struct KeylessAccess {
  let keys: KeyRing
  let listensOnLoopbackOnly: Bool

  /// - Throws: 403 when the events may be meant for others than those who can reach this machine anyway.
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

  /// Where there are no write keys, everybody who reaches the port may write, and no page of another site.
  ///
  /// - Throws: 403, or 415 for a type of content that a browser sends to every site.
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

  // A page on evil.example can point its own name at 127.0.0.1 and so reach what listens there. The browser then still
  // sends that name as Host, and says in Origin where the page is from.
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

  /// What a page may send anywhere without asking first (Fetch, "CORS-safelisted request-header").
  private static let typesOfForms = [
    "text/plain", "application/x-www-form-urlencoded", "multipart/form-data",
  ]
}
