public import Cairn
public import Foundation

/// Sends events as OpenTelemetry log records with OTLP over HTTP, in JSON: `POST /v1/logs`.
///
/// ```swift
/// let otlp = OTLPDestination(endpoint: url, service: "shop-ios")
/// let analytics = Analytics(Configuration(destinations: [otlp]))
/// ```
///
/// Each record has an `eventName`, the properties as its body, and the event's ID as the attribute
/// `event.id`. The protocol does not deduplicate: a batch whose response was lost arrives twice,
/// and can be recognized by `event.id`.
public struct OTLPDestination: BackgroundDestination {
  /// The name of the destination, unique in the instance and the same in every version of the app.
  ///
  /// The default is `otlp`.
  public let name: String
  /// The limits of a request.
  ///
  /// The default is 512 events and 1 000 000 bytes. Receivers should accept
  /// 64 MiB.
  public var limits = BatchLimits(events: 512, bytes: 1_000_000)
  /// The delivery schedule.
  ///
  /// The default is nil, which means the schedule of the configuration.
  public var schedule: DeliverySchedule?
  /// The position at which a new destination starts.
  ///
  /// The default is the oldest event that the journal still has.
  public var startingPoint = StartingPoint.oldest

  private let url: URL
  private let headers: [String: String]
  private let compresses: Bool
  private let resource: OTLPResource
  private let exchange: HTTPExchange
  private let holder = DestinationContextHolder()

  /// Makes a destination.
  ///
  /// - Parameters:
  ///   - endpoint: The receiver. If the URL has no path, `/v1/logs` is appended; otherwise it is
  ///     used unchanged.
  ///   - service: The name of the app, for the attribute `service.name`.
  ///   - attributes: Further attributes of the resource, such as `deployment.environment.name`.
  ///     They take precedence over the SDK's.
  ///   - headers: Headers that are added to every request, such as `Authorization`. Their values
  ///     are removed from stored responses. Anybody who has the app can read them, so use a token
  ///     that can do nothing else.
  ///   - compresses: Whether bodies are compressed with gzip. The default is true.
  ///   - name: The name of the destination; unique among an app's destinations.
  ///   - statuses: The meaning of HTTP statuses; by default `StatusTable.otlp`.
  ///   - transport: The transport of the requests; by default a `URLSession` of its own.
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

  /// The scheme, host and port of the receiver.
  public var host: String? { HTTPExchange.host(of: url) }

  /// The address and the headers.
  public var settings: String {
    let fields = headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return ([url.absoluteString] + fields).joined(separator: "\n")
  }

  /// Stores the context, which counts records that the receiver rejected.
  public func attach(to context: DestinationContext) { holder.hold(context) }

  /// Encodes one record for each event, and their common resource.
  public func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
    let origin = resource.origin(context)
    return MappedBatch(events, context: context, envelope: origin.value) { event in
      OTLPRecord.value(of: event, in: origin)
    }.body
  }

  /// Sends the records.
  ///
  /// If the status is one after which nothing may be sent again, the whole batch becomes dead
  /// letters after one request. Only a 400 can be caused by a single record, which is then searched
  /// for.
  public func deliver(_ batch: Batch) async -> Outcome {
    guard let sealed = MappedBatch(batch) else { return .refused("the body is damaged") }
    guard !sealed.items.isEmpty else { return sealed.outcome(.accepted) }
    let answer = await exchange.send(request(sealed), at: batch.milliseconds)
    return sealed.outcome(outcome(answer, of: sealed.items.count))
  }

  /// Returns the request of a batch; nil when the batch is empty.
  public func request(for batch: Batch) -> HTTPRequest? {
    guard let sealed = MappedBatch(batch), !sealed.items.isEmpty else { return nil }
    return request(sealed)
  }

  /// Returns the outcome of the response to that request.
  public func outcome(of response: HTTPResponse, for batch: Batch) -> Outcome {
    guard let sealed = MappedBatch(batch) else { return .refused("the body is damaged") }
    let answer = exchange.answer(response, at: batch.milliseconds)
    return sealed.outcome(outcome(answer, of: sealed.items.count))
  }

  private func request(_ sealed: MappedBatch) -> HTTPRequest {
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

  /// Returns the outcome of an accepted request.
  ///
  /// The response does not identify the rejected records, and none may be sent again; unless all
  /// were rejected, they are only counted.
  private func accepted(_ answer: OTLPAnswer, of count: Int) -> Outcome {
    let message = exchange.hidingSecrets(in: answer.message ?? "")
    if answer.rejected >= count {
      return .partial(
        refused: Self.all(count, DeliveryRejection("rejected by the receiver", answer: message)),
        again: [])
    }
    for _ in 0..<answer.rejected { holder.count("a record was rejected; it is unknown which one") }
    if answer.rejected > 0 || !message.isEmpty {
      let numbers = "\(name): \(answer.rejected) of \(count) records were rejected"
      holder.context?.report(.warning, "answer", "\(numbers): \(message.prefix(200))")
    }
    return .accepted
  }

  private static func all(_ count: Int, _ rejection: DeliveryRejection) -> [Int: DeliveryRejection]
  {
    Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, rejection) })
  }
}

/// Encodes the body of a request: an `ExportLogsServiceRequest` with one resource and one scope.
enum OTLPRequest {
  static func body(_ sealed: MappedBatch) -> [UInt8] {
    var body = Array(#"{"resourceLogs":[{"resource":"#.utf8)
    body += (sealed.envelope?["resource"] ?? [:]).json
    body += #","scopeLogs":[{"scope":"#.utf8
    body += (sealed.envelope?["scope"] ?? [:]).json
    body += #","logRecords":"#.utf8
    body += sealed.json
    body += "}]}]}".utf8
    return body
  }
}
