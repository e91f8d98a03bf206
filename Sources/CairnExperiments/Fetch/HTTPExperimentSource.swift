public import Cairn
public import Foundation

/// Fetches the document with the experiences and features of a project over HTTP:
/// `GET <base>/config/<key>`, with the tag of the stored document as `If-None-Match`.
///
/// Any status but 200 and 304 is an error; redirects are not followed. The request contains no user
/// data. The project's key does not appear in the log.
public struct HTTPExperimentSource: ExperimentSource {
  /// The maximum size of a document, whatever the configuration says: 16 MiB.
  ///
  /// A `URLSessionTransport` of your own accepts this size only if it is configured to.
  public static let maximumBytes = 16 << 20

  /// The base URL of the service, to which `/config/<key>` is appended.
  public var base: URL
  /// The key of the project, or its account and project as `100/200`.
  public var key: String
  /// The secret, which is sent with every request as `Authorization: Bearer`; nil, the default, for
  /// none.
  public var secret: String?
  /// The requested environment; nil, the default, for all.
  public var environment: String?
  /// Whether caches between the app and the service are bypassed; false by default.
  ///
  /// A document is then more recent, but the response is slower.
  public var bypassesCaches = false
  /// A token of the service, valid for one day, with which the document also has unpublished
  /// experiences.
  ///
  /// Requests with it bypass caches. Nil, the default, sends no token.
  public var debugToken: String?
  /// The transport of the requests.
  public var transport: any HTTPTransport
  package var clock: any Clock = SystemClock()

  /// Makes a source for a service with the API of Convert.
  ///
  /// - Parameters:
  ///   - key: The key of the project. If it is empty, nothing is fetched and `ready()` throws.
  ///   - secret: The secret of the key, if it has one.
  ///   - base: The base URL of the service; by default Convert's.
  ///   - transport: The transport of the requests; by default a `URLSession` of its own.
  public init(
    key: String, secret: String? = nil, base: URL = Self.convert,
    transport: any HTTPTransport = URLSessionTransport(maximumResponseBytes: Self.maximumBytes)
  ) {
    self.key = key
    self.secret = secret
    self.base = base
    self.transport = transport
  }

  /// Makes a source for a collector: `/v1/config/` and the write key.
  public init(
    collector: URL, writeKey: String,
    transport: any HTTPTransport = URLSessionTransport(maximumResponseBytes: Self.maximumBytes)
  ) {
    self.init(
      key: writeKey, base: collector.appendingPathComponent("v1"), transport: transport)
  }

  /// The base URL of Convert's service: `https://cdn-4.convertexperiments.com/api/v1`.
  public static var convert: URL {
    var address = URLComponents()
    (address.scheme, address.host) = ("https", "cdn-4.convertexperiments.com")
    address.path = "/api/v1"
    return address.url ?? URL(fileURLWithPath: "/")
  }

  /// The URL, without the debug token.
  public var name: String {
    var plain = self
    plain.debugToken = nil
    return plain.url.absoluteString
  }

  /// The error `.emptyKey` when the key is empty or only white space; otherwise nil.
  public var problem: ExperimentsError? {
    guard key.allSatisfy(\.isWhitespace) else { return nil }
    return ExperimentsError(.emptyKey, "the key of the experiments is empty")
  }

  /// Fetches the document.
  ///
  /// See ``ExperimentSource``.
  public func fetch(etag: String?) async throws -> FetchedDocument {
    let response: HTTPResponse
    do {
      response = try await transport.send(request(etag: etag))
    } catch {
      throw ExperimentSourceError("no response: \(masked("\(error)"))")
    }
    switch response.status {
    case 200:
      guard response.body.count <= Self.maximumBytes else {
        throw ExperimentSourceError("the answer has \(response.body.count) bytes")
      }
      return .document(response.body, etag: response.headers["etag"])
    case 304 where etag != nil: return .unchanged
    default:
      throw ExperimentSourceError("status \(response.status)", retryAfter: retryAfter(response))
    }
  }

  package func request(etag: String?) -> HTTPRequest {
    var request = HTTPRequest(url: url, method: "GET")
    request.headers = [
      ("Accept", "application/json"), ("User-Agent", "\(Library.name)/\(Library.version)"),
    ]
    if let secret { request.headers.append(("Authorization", "Bearer \(secret)")) }
    if let etag { request.headers.append(("If-None-Match", etag)) }
    return request
  }

  private var url: URL {
    var address = base.appendingPathComponent("config")
    for part in key.split(separator: "/") { address.appendPathComponent(String(part)) }
    var query: [URLQueryItem] = []
    if let environment { query.append(URLQueryItem(name: "environment", value: environment)) }
    if bypassesCaches || debugToken != nil {
      query.append(URLQueryItem(name: "_conv_low_cache", value: "1"))
    }
    if let debugToken { query.append(URLQueryItem(name: "debug_token", value: debugToken)) }
    guard !query.isEmpty, var parts = URLComponents(url: address, resolvingAgainstBaseURL: false)
    else { return address }
    parts.queryItems = query
    return parts.url ?? address
  }

  private func retryAfter(_ response: HTTPResponse) -> Double? {
    response.headers["retry-after"]
      .flatMap { RetryAfter.seconds($0, now: clock.now().wall) }.map(Double.init)
  }

  /// Returns the text without keys, because a transport's error may contain the URL.
  private func masked(_ text: String) -> String {
    [key, secret, debugToken].compactMap { $0 }.reduce(text) { MaskedKey.hide($1, in: $0) }
  }
}

/// Removes keys from log texts.
enum MaskedKey {
  /// Returns the text without the key, also where the key is percent-encoded.
  static func hide(_ key: String, in text: String) -> String {
    guard !key.isEmpty else { return text }
    let allowed: [CharacterSet] = [.urlPathAllowed, .urlQueryAllowed, .alphanumerics]
    let forms = [key] + allowed.compactMap { key.addingPercentEncoding(withAllowedCharacters: $0) }
    return forms.reduce(text) { $0.replacingOccurrences(of: $1, with: masked(key)) }
  }

  /// Returns the start of the key, such as `sk_l…`, to distinguish keys; only `…` for a short key.
  static func masked(_ key: String) -> String { key.count < 12 ? "…" : "\(key.prefix(4))…" }
}
