import Cairn
import Foundation

/// The address of requests, and the values that are the same in all of them.
struct ConvertAddress: Sendable {
  static let domain = "metrics.convertexperiments.com"
  /// The service responds to requests with another user agent with status 200, but does not count
  /// them.
  private static let userAgent = "ConvertAgent/1.0"

  let sdkKey: String
  let secret: String?
  /// The scheme, host and port of a custom server; nil for the service's own.
  let server: String?
  let source: String
  let enriches: Bool

  init(sdkKey: String, secret: String?, server: URL?, source: String, enriches: Bool) {
    self.sdkKey = sdkKey
    self.secret = secret
    self.source = source
    self.enriches = enriches
    self.server = server.map { url in
      let text = url.absoluteString
      return text.hasSuffix("/") ? String(text.dropLast()) : text
    }
  }

  /// The values whose change causes a halted destination to be tried again.
  var settings: String { "\(server ?? "")\n\(sdkKey)\n\(secret ?? "")" }

  /// Returns whether the project's ID is a valid host label of the service.
  ///
  /// A custom server accepts any ID.
  func takes(project: String) -> Bool { server != nil || project.isLabel }

  /// Returns the request; nil if the key is empty or the URL is not valid.
  func request(_ body: ConvertBody) -> HTTPRequest? {
    guard !sdkKey.isEmpty, let url = url(project: body.project) else { return nil }
    var headers = [("Content-Type", "application/json"), ("User-Agent", Self.userAgent)]
    if let secret { headers.append(("Authorization", "Bearer \(secret)")) }
    return HTTPRequest(
      url: url, headers: headers, body: body.json(source: source, enriches: enriches))
  }

  private func url(project: String) -> URL? {
    // A key may have two parts, separated by a slash.
    let parts = sdkKey.split(separator: "/").compactMap {
      $0.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
    }
    let root = server ?? "https://\(project).\(Self.domain)"
    return URL(string: ([root, "v1", "track"] + parts).joined(separator: "/"))
  }
}

extension String {
  /// Whether the text is a valid label of a host name.
  fileprivate var isLabel: Bool {
    let hyphen = UInt8(ascii: "-")
    return (1...63).contains(utf8.count) && utf8.first != hyphen && utf8.last != hyphen
      && utf8.allSatisfy { $0 == hyphen || $0.isLetterOrDigit }
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: false
    }
  }
}
