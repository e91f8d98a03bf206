public import Cairn
public import Foundation

/// Sends batches of CloudEvents 1.0 over HTTP as `application/cloudevents-batch+json`, optionally
/// signed according to Standard Webhooks.
///
/// ```swift
/// let events = CloudEventsDestination(
///   endpoint: url, source: "/apps/shop-ios", types: "com.example", secrets: [secret])
/// let analytics = Analytics(Configuration(destinations: [events]))
/// ```
///
/// The `id` and `time` of an event stay the same on every resend, also after a crash. So does
/// `webhook-id`, the ID of the batch. A receiver can deduplicate on `source` and `id`.
public struct CloudEventsDestination: BackgroundDestination {
  /// The name of the destination, unique in the instance and the same in every version of the app.
  ///
  /// The default is `cloudevents`.
  public let name: String
  /// The limits of a request; the default is 100 events and 475 000 bytes.
  public var limits = BatchLimits(events: 100)
  /// The delivery schedule.
  ///
  /// The default is nil, which means the schedule of the configuration.
  public var schedule: DeliverySchedule?
  /// The position at which a new destination starts.
  ///
  /// The default is the oldest event that the journal still has.
  public var startingPoint = StartingPoint.oldest
  /// Headers that are added to every request, such as `Authorization`.
  ///
  /// None by default. Their values are removed from stored responses.
  public let headers: [String: String]

  private let endpoint: URL
  private let mapping: CloudEventsMapping
  private let secrets: [WebhookSecret]
  private let exchange: HTTPExchange
  private let retirement = GoneRecord()

  /// Makes a destination.
  ///
  /// - Parameters:
  ///   - endpoint: The URL to which events are posted, unchanged. The receiver must support batched
  ///     mode.
  ///   - source: A URI reference that identifies the app, such as `/apps/shop-ios`: the `source` of
  ///     each event.
  ///   - types: The prefix of each `type`, one of your domains in reverse order, such as
  ///     `com.example`.
  ///   - maximumEventBytes: The size above which an event is refused, in bytes. The default is 65 536,
  ///     which every intermediary must forward.
  ///   - secrets: The secrets that sign the requests; none by default. Use two while one replaces
  ///     the other.
  ///   - headers: Headers that are added to every request.
  ///   - name: The name of the destination; unique among an app's destinations.
  ///   - statuses: The meaning of HTTP statuses; by default `StatusTable.webhook`.
  ///   - transport: The transport of the requests; by default a `URLSession` of its own that
  ///     follows no redirects.
  public init(
    endpoint: URL, source: String, types: String, maximumEventBytes: Int = 65_536,
    secrets: [WebhookSecret] = [], headers: [String: String] = [:], name: String = "cloudevents",
    statuses: StatusTable = .webhook, transport: any HTTPTransport = URLSessionTransport()
  ) {
    precondition(URL(string: source) != nil, "the source is not a URI reference")
    self.name = name
    self.headers = headers
    self.endpoint = endpoint
    self.secrets = secrets
    mapping = CloudEventsMapping(source: source, types: types, maximumBytes: maximumEventBytes)
    exchange = HTTPExchange(
      transport: transport, statuses: statuses,
      secrets: HTTPExchange.secrets(in: headers) + HTTPExchange.secrets(in: endpoint),
      maximumRetryAfter: 86_400)
  }

  /// The scheme, host and port of the receiver.
  public var host: String? { HTTPExchange.host(of: endpoint) }

  /// The address, the headers and a fingerprint of each secret.
  public var settings: String {
    let fields = headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    let marks = secrets.map { $0.signature(of: [], id: "settings", seconds: 0) }
    return ([endpoint.absoluteString] + fields + marks).joined(separator: "\n")
  }

  /// Resumes delivery to a receiver that returned 410.
  public func attach(to context: DestinationContext) { retirement.end() }

  /// Encodes one CloudEvent for each event.
  public func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
    MappedBatch(events, context: context) { event throws(DeliveryRejection) in
      try mapping.value(of: event)
    }.body
  }

  /// Sends the events, signed with the time of sending if there are secrets.
  ///
  /// After a 410, nothing is sent until the destination is added again.
  public func deliver(_ batch: Batch) async -> Outcome {
    if let outcome = retirement.outcome { return outcome }
    guard let sealed = MappedBatch(batch) else { return .refused("the body is damaged") }
    guard !sealed.items.isEmpty else { return sealed.outcome(.accepted) }
    return outcome(
      await exchange.send(request(batch, sealed.json), at: batch.milliseconds), of: sealed)
  }

  /// Returns the request of a batch; nil when the batch is empty, and after the receiver has
  /// returned 410.
  public func request(for batch: Batch) -> HTTPRequest? {
    guard retirement.outcome == nil, let sealed = MappedBatch(batch), !sealed.items.isEmpty else {
      return nil
    }
    return request(batch, sealed.json)
  }

  /// Returns the outcome of the response to that request.
  public func outcome(of response: HTTPResponse, for batch: Batch) -> Outcome {
    guard let sealed = MappedBatch(batch) else { return .refused("the body is damaged") }
    return outcome(exchange.answer(response, at: batch.milliseconds), of: sealed)
  }

  private func outcome(_ answer: HTTPExchange.Answer, of sealed: MappedBatch) -> Outcome {
    retirement.take(answer)
    guard case .accepted = answer.outcome, let body = answer.response?.body else {
      return sealed.outcome(answer.outcome)
    }
    let ids = sealed.items.map { item in
      Value(json: item.json)?["id"]?.stringValue ?? item.id.description
    }
    return sealed.outcome(CloudEventsAnswer.outcome(body, of: ids, exchange))
  }

  private func request(_ batch: Batch, _ body: [UInt8]) -> HTTPRequest {
    var fields: [(name: String, value: String)] = [
      ("Content-Type", "application/cloudevents-batch+json; charset=UTF-8"),
      ("User-Agent", HTTPExchange.userAgent),
    ]
    if !secrets.isEmpty {
      let id = "msg_\(batch.key.uuidString.lowercased())"
      let seconds = batch.milliseconds / 1_000
      let signatures = secrets.map { $0.signature(of: body, id: id, seconds: seconds) }
      fields.append(("webhook-id", id))
      fields.append(("webhook-timestamp", String(seconds)))
      fields.append(("webhook-signature", signatures.joined(separator: " ")))
    }
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) { fields.append((name, value)) }
    return HTTPRequest(url: endpoint, headers: fields, body: body)
  }
}
