public import Foundation

/// Sends batches by the Segment HTTP protocol, `POST /v1/batch`: to Cairn's collector, Segment,
/// RudderStack, and other servers that support it.
///
/// The body is compressed with gzip once, when the batch is sealed. The time of sending is added at
/// each attempt without compressing again. Every request has the batch's key in the header
/// `Idempotency-Key`, and a resend has `X-Retry-Count`. No status deletes events that could still
/// be delivered.
public struct HTTPDestination: BackgroundDestination {
  /// The name of the destination and of its cursor.
  ///
  /// The default is `http`.
  public let name: String
  /// The limits of a batch; the default is 500 events and 475 000 bytes.
  ///
  /// With the default, batches of a backlog grow while the server accepts them, to four times as
  /// much at most, if its responses have the header `Batch-Limits`, as those of Cairn's collector
  /// do. This property then has the limits of the next batch.
  public var limits: BatchLimits {
    get { mayGrow ? growth.limits(ownLimits) : ownLimits }
    set { ownLimits = newValue }
  }
  /// Headers that are added to every request.
  ///
  /// The default is none.
  public var headers: [String: String]

  /// The meaning of the server's status codes.
  ///
  /// The default is `StatusTable.standard`.
  public var statuses = StatusTable.standard
  /// The delivery schedule.
  ///
  /// The default, nil, is that of the configuration.
  public var schedule: DeliverySchedule?
  /// The starting point when the destination is new.
  ///
  /// The default is the oldest event in the journal.
  public var startingPoint = StartingPoint.oldest

  private let url: URL
  private let writeKey: String
  private let authorization: String
  private let transport: any HTTPTransport
  private let compresses: Bool
  private var ownLimits: BatchLimits
  private let growth = AnnouncedBatchSize()

  /// Creates a destination.
  ///
  /// - Parameters:
  ///   - endpoint: The server's URL. If it has no path, `/v1/batch` is added; otherwise the path is
  ///     used unchanged.
  ///   - writeKey: The key that identifies the project to the server. Sent as the user name of
  ///     HTTP's Basic scheme.
  ///   - name: The name of the destination and of its cursor; unique among an app's destinations.
  ///   - limits: The limits of a batch.
  ///   - headers: Headers that are added to every request.
  ///   - compresses: Whether the body is compressed with gzip. The default is true.
  ///   - transport: The transport that sends the requests; by default a `URLSession` of its own.
  public init(
    endpoint: URL, writeKey: String, name: String = "http", limits: BatchLimits = BatchLimits(),
    headers: [String: String] = [:], compresses: Bool = true,
    transport: any HTTPTransport = URLSessionTransport()
  ) {
    self.name = name
    ownLimits = limits
    self.headers = headers
    self.transport = transport
    self.compresses = compresses
    self.writeKey = writeKey
    url = Self.url(endpoint)
    authorization = "Basic " + Data("\(writeKey):".utf8).base64EncodedString()
  }

  /// True: a body depends on its events alone.
  public var sealsAhead: Bool { true }

  /// The server's host name, with its scheme and port.
  public var host: String? { HTTPExchange.host(of: url) }

  /// The URL, the key, the headers, and the changes to the status table.
  public var settings: String {
    let fields = headers.sortedByKey().map { "\($0.key): \($0.value)" }
    return ([url.absoluteString, authorization, statuses.changes] + fields).joined(separator: "\n")
  }

  private static func url(_ endpoint: URL) -> URL {
    guard endpoint.path.isEmpty || endpoint.path == "/" else { return endpoint }
    return endpoint.appendingPathComponent("v1/batch")
  }

  /// Returns the JSON object of the protocol without its last member and brace, compressed unless
  /// disabled.
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

  /// Sends the sealed body, with the time of sending, and interprets the response.
  ///
  /// A 2xx response without results for the batch's events accepts all of them: a server may
  /// respond with 2xx only when it has the batch. A response that names some of the events applies
  /// to those alone; the others are sent again (`Outcome.answered`). A response that is truncated,
  /// is not HTTP, or is the login page of a network counts as no response, and the batch is sent
  /// again.
  public func deliver(_ batch: Batch) async -> Outcome {
    let answer = await exchange.send(request(batch), at: batch.milliseconds)
    if let response = answer.response { return outcome(of: response, for: batch) }
    if mayGrow { growth.end() }
    return answer.outcome
  }

  /// Returns a request with the sealed body, the time of sending, the key, and the headers.
  public func request(for batch: Batch) -> HTTPRequest? { request(batch) }

  private func request(_ batch: Batch) -> HTTPRequest {
    let suffix = Self.suffix(sentAt: batch.time)
    let compressed = Gzip.complete(batch.body, with: suffix)
    var fields: [(name: String, value: String)] = [
      ("Content-Type", "application/json"),
      ("Authorization", authorization),
      ("Idempotency-Key", batch.key.uuidString.lowercased()),
      ("User-Agent", HTTPExchange.userAgent),
    ]
    if compressed != nil { fields.append(("Content-Encoding", "gzip")) }
    if batch.attempt > 0 { fields.append(("X-Retry-Count", String(batch.attempt))) }
    for (name, value) in headers.sortedByKey() { fields.append((name, value)) }
    return HTTPRequest(url: url, headers: fields, body: compressed ?? batch.body + suffix)
  }

  private static func suffix(sentAt time: WallTime) -> [UInt8] {
    var buffer = OutputBuffer(capacity: 64)
    buffer.append(#","sentAt":""#)
    buffer.appendTimestamp(time)
    buffer.append(#""}"#)
    return Array(buffer.bytes)
  }

  /// Returns the outcome: the meaning of the status in `statuses` and, when the server has the
  /// batch, the results for its events.
  public func outcome(of response: HTTPResponse, for batch: Batch) -> Outcome {
    let exchange = exchange
    var outcome = exchange.outcome(of: response, at: batch.milliseconds)
    if outcome == .accepted {
      outcome = EventAnswers.outcome(response, events: batch.events, exchange)
    }
    note(outcome, response, for: batch)
    return outcome
  }

  /// Whether batches may become larger than the limits: the app chose none, and the body, which a
  /// server limits as well, is compressed.
  private var mayGrow: Bool { compresses && ownLimits == BatchLimits() }

  private func note(_ outcome: Outcome, _ response: HTTPResponse, for batch: Batch) {
    guard mayGrow else { return }
    let header = response.headers.first { $0.key.lowercased() == "batch-limits" }?.value
    growth.note(
      outcome, announced: header.flatMap(BatchLimits.init(header:)), events: batch.events.count,
      bytes: batch.events.reduce(0) { $0 + $1.json.count }, usual: ownLimits)
  }

  private var exchange: HTTPExchange {
    let own = HTTPExchange.secrets(in: ["Authorization": authorization])
    let secrets =
      [writeKey] + own + HTTPExchange.secrets(in: headers) + HTTPExchange.secrets(in: url)
    return HTTPExchange(transport: transport, statuses: statuses, secrets: secrets)
  }
}
