import Cairn
import Foundation

/// Where requests go, and what is the same in all of them.
struct ConvertAddress: Sendable {
  static let domain = "metrics.convertexperiments.com"
  /// Whatever calls itself something else gets the status 200, and is not counted.
  private static let userAgent = "ConvertAgent/1.0"

  let sdkKey: String
  let secret: String?
  /// Scheme, host and port; nil for the service's own.
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

  /// Changes with whatever could mend a refusal.
  var settings: String { "\(server ?? "")\n\(sdkKey)\n\(secret ?? "")" }

  /// Whether the project makes a host of the service, and none elsewhere; a server of one's own takes any.
  func takes(project: String) -> Bool { server != nil || project.isLabel }

  /// Nil when the key makes no address.
  func request(_ body: ConvertBody) -> HTTPRequest? {
    guard !sdkKey.isEmpty, let url = url(project: body.project) else { return nil }
    var headers = [("Content-Type", "application/json"), ("User-Agent", Self.userAgent)]
    if let secret { headers.append(("Authorization", "Bearer \(secret)")) }
    return HTTPRequest(
      url: url, headers: headers, body: body.json(source: source, enriches: enriches))
  }

  private func url(project: String) -> URL? {
    // A key may be of two parts, with a slash between them.
    let parts = sdkKey.split(separator: "/").compactMap {
      $0.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
    }
    let root = server ?? "https://\(project).\(Self.domain)"
    return URL(string: ([root, "v1", "track"] + parts).joined(separator: "/"))
  }
}

extension String {
  /// Whether it can be one part of a host's name.
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
