public import Cairn
public import Foundation

/// Sends events as log records of OpenTelemetry, by OTLP over HTTP in JSON: `POST /v1/logs`.
///
/// ```swift
/// let otlp = OTLPDestination(endpoint: url, service: "shop-ios")
/// let analytics = Analytics(Configuration(destinations: [otlp]))
/// ```
///
/// Each record is an event: it has an `eventName`, the properties as its body, and its identifier as the attribute
/// `event.id`. The protocol knows no identifiers: a batch whose answer was lost arrives twice, and `event.id` tells.
public struct OTLPDestination: Destination {
  /// Names the cursor.
  ///
  /// The default is `otlp`.
  public let name: String
  /// The default is 512 events and 1 000 000 bytes; a receiver should take 64 MiB.
  public var limits = BatchLimits(events: 512, bytes: 1_000_000)
  /// How often it is delivered to.
  ///
  /// The default, nil, is what the configuration says.
  public var pace: Pace?
  /// Where it begins when it is new.
  ///
  /// The default is the oldest event that the journal still has.
  public var startingPoint = StartingPoint.oldest

  private let url: URL
  private let headers: [String: String]
  private let compresses: Bool
  private let resource: OTLPResource
  private let exchange: HTTPExchange
  private let site = SiteHolder()

  /// Makes a destination.
  ///
  /// - Parameters:
  ///   - endpoint: The receiver. If it has no path, `/v1/logs` is added; a path is taken as it is.
  ///   - service: Names the app, in the attribute `service.name`.
  ///   - attributes: More attributes of the resource, such as `deployment.environment.name`; they come before the SDK's.
  ///   - headers: Headers that are added to every request, such as `Authorization`. Their values are kept out of what is
  ///     stored of an answer. What is in an app can be read by whoever has the app: use a token that may do nothing else.
  ///   - compresses: Whether the body is gzip. The default is true.
  ///   - name: Names the cursor; unique among an app's destinations.
  ///   - statuses: What the receiver's statuses mean; by default `StatusTable.otlp`.
  ///   - transport: What sends the requests; by default a `URLSession` of its own.
  public init(
    endpoint: URL, service: String, attributes: [String: Value] = [:],
    headers: [String: String] = [:], compresses: Bool = true, name: String = "otlp",
    statuses: StatusTable = .otlp, transport: any HTTPTransport = URLSessionTransport()
  ) {
    self.name = name
    self.headers = headers
    self.compresses = compresses
    url = Self.url(endpoint)
    resource = OTLPResource(service: service, attributes: attributes)
    exchange = HTTPExchange(
      transport: transport, statuses: statuses,
      secrets: HTTPExchange.secrets(in: headers) + HTTPExchange.secrets(in: endpoint))
  }

  private static func url(_ endpoint: URL) -> URL {
    guard endpoint.path.isEmpty || endpoint.path == "/" else { return endpoint }
    return endpoint.appendingPathComponent("v1/logs")
  }

  /// The receiver's name, with its scheme and port.
  public var host: String? { HTTPExchange.host(of: url) }

  /// The address and the headers.
  public var settings: String {
    let fields = headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return ([url.absoluteString] + fields).joined(separator: "\n")
  }

  /// Remembers where to count what the receiver rejects.
  public func join(_ site: DestinationSite) { self.site.hold(site) }

  /// One record an event, and what all of them come from.
  public func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
    let origin = resource.origin(context)
    return SealedItems(events, context: context, envelope: origin.value) { event in
      OTLPRecord.value(of: event, in: origin)
    }.body
  }

  /// Sends the records.
  ///
  /// A status after which nothing may be sent again puts the whole batch aside in the dead letters, in one request; 400
  /// alone may be the fault of one record, which is looked for.
  public func deliver(_ batch: Batch) async -> Outcome {
    guard let sealed = SealedItems(batch) else { return .refused("the body is damaged") }
    guard !sealed.items.isEmpty else { return sealed.outcome(.accepted) }
    let answer = await exchange.send(request(sealed), at: batch.milliseconds)
    return sealed.outcome(outcome(answer, of: sealed.items.count))
  }

  private func request(_ sealed: SealedItems) -> HTTPRequest {
    var fields: [(name: String, value: String)] = [
      ("Content-Type", "application/json"), ("User-Agent", HTTPExchange.userAgent),
    ]
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) { fields.append((name, value)) }
    let request = HTTPRequest(url: url, headers: fields, body: OTLPRequest.body(sealed))
    return compresses ? request.gzipped() : request
  }

  private func outcome(_ answer: HTTPExchange.Answer, of count: Int) -> Outcome {
    switch answer.outcome {
    case .accepted: return accepted(OTLPAnswer(answer.response?.body ?? []), of: count)
    case .refused(let rejection) where rejection.status != 400:
      return .partial(refused: Self.all(count, rejection), again: [])
    default: return answer.outcome
    }
  }

  /// Nobody says which records were rejected, and none may be sent again: where it is not all of them, they are counted.
  private func accepted(_ answer: OTLPAnswer, of count: Int) -> Outcome {
    let message = exchange.hidingSecrets(in: answer.message ?? "")
    if answer.rejected >= count {
      return .partial(
        refused: Self.all(count, Rejection("rejected by the receiver", answer: message)), again: [])
    }
    for _ in 0..<answer.rejected { site.count("rejected by the receiver, it is not said which") }
    if answer.rejected > 0 || !message.isEmpty {
      let numbers = "\(name): \(answer.rejected) of \(count) records were rejected"
      site.site?.report(.warning, "answer", "\(numbers): \(message.prefix(200))")
    }
    return .accepted
  }

  private static func all(_ count: Int, _ rejection: Rejection) -> [Int: Rejection] {
    Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, rejection) })
  }
}
