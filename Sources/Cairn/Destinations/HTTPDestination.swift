public import Foundation

/// Sends batches by the Segment HTTP protocol, `POST /v1/batch`: to Cairn's collector, Segment, RudderStack, and
/// whatever else speaks it.
///
/// The body is gzip, compressed once when the batch is sealed; the time of sending is added at each attempt without
/// compressing again. Every request bears the batch's key in the header `Idempotency-Key`, and on a resend
/// `X-Retry-Count`. No status deletes what could still be delivered.
public struct HTTPDestination: BackgroundDestination {
  /// Names the cursor.
  ///
  /// The default is `http`.
  public let name: String
  /// The default is 500 events and 475 000 bytes.
  public var limits: BatchLimits
  /// Headers that are added to every request.
  ///
  /// None by default.
  public var headers: [String: String]

  /// What the server's statuses mean.
  ///
  /// The default is `StatusTable.standard`.
  public var statuses = StatusTable.standard
  /// How often it is delivered to.
  ///
  /// The default, nil, is what the configuration says.
  public var pace: Pace?
  /// Where it begins when it is new.
  ///
  /// The default is the oldest event that the journal still has.
  public var startingPoint = StartingPoint.oldest

  private let url: URL
  private let writeKey: String
  private let authorization: String
  private let transport: any HTTPTransport
  private let compresses: Bool

  /// Makes a destination.
  ///
  /// - Parameters:
  ///   - endpoint: The server. If it has no path, `/v1/batch` is added; a path is taken as it is.
  ///   - writeKey: Tells the server which project the events belong to. Sent as the user name of HTTP's Basic scheme.
  ///   - name: Names the cursor; unique among an app's destinations.
  ///   - limits: How much goes into one request.
  ///   - headers: Headers that are added to every request.
  ///   - compresses: Whether the body is gzip. The default is true.
  ///   - transport: What sends the requests; by default a `URLSession` of its own.
  public init(
    endpoint: URL, writeKey: String, name: String = "http", limits: BatchLimits = BatchLimits(),
    headers: [String: String] = [:], compresses: Bool = true,
    transport: any HTTPTransport = URLSessionTransport()
  ) {
    self.name = name
    self.limits = limits
    self.headers = headers
    self.transport = transport
    self.compresses = compresses
    self.writeKey = writeKey
    url = Self.url(endpoint)
    authorization = "Basic " + Data("\(writeKey):".utf8).base64EncodedString()
  }

  /// The server's name, with its scheme and port.
  public var host: String? { HTTPExchange.host(of: url) }

  /// The address, the key, the headers, and what is changed of the statuses.
  public var settings: String {
    let fields = headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return ([url.absoluteString, authorization, statuses.changes] + fields).joined(separator: "\n")
  }

  private static func url(_ endpoint: URL) -> URL {
    guard endpoint.path.isEmpty || endpoint.path == "/" else { return endpoint }
    return endpoint.appendingPathComponent("v1/batch")
  }

  /// The JSON object of the protocol without its last field and brace, compressed unless switched off.
  public func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
    let bytes = events.reduce(context.count + 64) { $0 + $1.json.count + 1 }
    var text = OutputBuffer(capacity: bytes)
    text.append(#"{"batch":["#)
    for (index, event) in events.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      event.json.withUnsafeBytes { text.append($0) }
    }
    text.append("]")
    if !context.isEmpty {
      text.append(#","context":"#)
      text.append(context)
    }
    guard compresses, let compressed = Gzip.open(text.bytes) else { return Array(text.bytes) }
    return compressed
  }

  /// Sends the sealed body, with the time of sending, and reads the answer.
  ///
  /// A 2xx that says nothing about the batch's events takes all of them: a server may answer 2xx only when it has the batch.
  /// One that names some of the events speaks of those alone: the others are sent again (`Outcome.answered`). An answer that
  /// is cut off, is no HTTP, or is the page of a network that asks for a password, is none, and the batch is sent again.
  public func deliver(_ batch: Batch) async -> Outcome {
    let answer = await exchange.send(request(for: batch), at: batch.milliseconds)
    return answer.response.map { outcome(of: $0, for: batch) } ?? answer.outcome
  }

  /// The sealed body with the time of sending, the key, and the headers.
  public func request(for batch: Batch) -> HTTPRequest {
    let suffix = Self.suffix(sentAt: batch.milliseconds)
    let compressed = Gzip.complete(batch.body, with: suffix)
    var fields: [(name: String, value: String)] = [
      ("Content-Type", "application/json"),
      ("Authorization", authorization),
      ("Idempotency-Key", batch.key.uuidString.lowercased()),
      ("User-Agent", HTTPExchange.userAgent),
    ]
    if compressed != nil { fields.append(("Content-Encoding", "gzip")) }
    if batch.attempt > 0 { fields.append(("X-Retry-Count", String(batch.attempt))) }
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) { fields.append((name, value)) }
    return HTTPRequest(url: url, headers: fields, body: compressed ?? batch.body + suffix)
  }

  private static func suffix(sentAt milliseconds: Int64) -> [UInt8] {
    var buffer = OutputBuffer(capacity: 64)
    buffer.append(#","sentAt":""#)
    buffer.appendTimestamp(milliseconds: milliseconds)
    buffer.append(#""}"#)
    return Array(buffer.bytes)
  }

  /// What `statuses` says of the status and, where the server has the batch, what the body says of its events.
  public func outcome(of response: HTTPResponse, for batch: Batch) -> Outcome {
    let exchange = exchange
    let outcome = exchange.outcome(of: response, at: batch.milliseconds)
    guard outcome == .accepted else { return outcome }
    return EventAnswers.outcome(response, events: batch.events, exchange)
  }

  private var exchange: HTTPExchange {
    let own = HTTPExchange.secrets(in: ["Authorization": authorization])
    let secrets =
      [writeKey] + own + HTTPExchange.secrets(in: headers) + HTTPExchange.secrets(in: url)
    return HTTPExchange(transport: transport, statuses: statuses, secrets: secrets)
  }
}
