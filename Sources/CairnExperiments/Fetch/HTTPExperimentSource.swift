public import Cairn
public import Foundation

/// Fetches the document over HTTP: `GET <base>/config/<key>`, with `If-None-Match` when there is one already.
///
/// The answer's status is checked: anything but 200 and 304 is an error, and follows no redirect. Nothing of a user is in
/// the request. Keys do not appear in the log.
public struct HTTPExperimentSource: ExperimentSource {
  /// The most bytes that a document may have, whatever the configuration says: 16 MiB.
  ///
  /// A `URLSessionTransport` of your own takes so many only where it is told to.
  public static let mostBytes = 16 << 20

  /// Where the service answers; the key is added as `/config/<key>`.
  public var base: URL
  /// The key of the project, or its account and project as `100/200`.
  public var key: String
  /// Goes with every request as `Authorization: Bearer`; nil, the default, for none.
  public var secret: String?
  /// The environment that is asked for; nil, the default, for all.
  public var environment: String?
  /// Whether caches on the way are to be passed by; false by default.
  ///
  /// A document is then newer, and comes more slowly.
  public var bypassesCaches = false
  /// Shows what is not published yet, for a day; nil, the default, for none.
  ///
  /// Passes caches by as well.
  public var debugToken: String?
  /// What sends the request.
  public var transport: any HTTPTransport
  package var clock: any Clock = SystemClock()

  /// Fetches from a service with the interface of Convert's.
  ///
  /// - Parameters:
  ///   - key: The key of the project. When it is empty nothing is fetched, and `ready()` throws.
  ///   - secret: What goes with the key, if it has any.
  ///   - base: Where the service answers; by default Convert's own.
  ///   - transport: What sends the requests; by default a `URLSession` of its own.
  public init(
    key: String, secret: String? = nil, base: URL = Self.convert,
    transport: any HTTPTransport = URLSessionTransport(mostAnswerBytes: Self.mostBytes)
  ) {
    self.key = key
    self.secret = secret
    self.base = base
    self.transport = transport
  }

  /// Fetches from a collector: `/v1/config/` and the write key.
  public init(
    collector: URL, writeKey: String,
    transport: any HTTPTransport = URLSessionTransport(mostAnswerBytes: Self.mostBytes)
  ) {
    self.init(
      key: writeKey, base: collector.appendingPathComponent("v1"), transport: transport)
  }

  /// Where Convert's service answers: `https://cdn-4.convertexperiments.com/api/v1`.
  public static var convert: URL {
    var address = URLComponents()
    (address.scheme, address.host) = ("https", "cdn-4.convertexperiments.com")
    address.path = "/api/v1"
    return address.url ?? URL(fileURLWithPath: "/")
  }

  /// The address, without the token.
  public var name: String {
    var plain = self
    plain.debugToken = nil
    return plain.url.absoluteString
  }

  /// That the key is empty.
  public var problem: ExperimentsError? {
    guard key.allSatisfy(\.isWhitespace) else { return nil }
    return ExperimentsError(.emptyKey, "the key of the experiments is empty")
  }

  /// Gets the document.
  ///
  /// See ``ExperimentSource``.
  public func fetch(etag: String?) async throws -> FetchedDocument {
    let response: HTTPResponse
    do {
      response = try await transport.send(request(etag: etag))
    } catch {
      throw ExperimentSourceError("no answer: \(masked("\(error)"))")
    }
    switch response.status {
    case 200:
      guard response.body.count <= Self.mostBytes else {
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

  /// What a transport says may hold the address.
  private func masked(_ text: String) -> String {
    [key, secret, debugToken].compactMap { $0 }.reduce(text) { MaskedKey.hide($1, in: $0) }
  }
}
