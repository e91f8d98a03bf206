public import Cairn
public import Foundation

/// Sends batches of CloudEvents 1.0 over HTTP, `application/cloudevents-batch+json`, signed by Standard Webhooks if wanted.
///
/// ```swift
/// let events = CloudEventsDestination(
///   endpoint: url, source: "/apps/shop-ios", types: "com.example", secrets: [secret])
/// let analytics = Analytics(Configuration(destinations: [events]))
/// ```
///
/// An event's `id` and `time` stay the same on every resend, also after a crash, and so does `webhook-id`, the identifier
/// of the batch: a receiver tells a repetition by `source` and `id`.
public struct CloudEventsDestination: Destination {
  /// Names the cursor.
  ///
  /// The default is `cloudevents`.
  public let name: String
  /// The default is 100 events and 475 000 bytes.
  public var limits = BatchLimits(events: 100)
  /// How often it is delivered to.
  ///
  /// The default, nil, is what the configuration says.
  public var pace: Pace?
  /// Where it begins when it is new.
  ///
  /// The default is the oldest event that the journal still has.
  public var startingPoint = StartingPoint.oldest
  /// Headers that are added to every request, such as `Authorization`.
  ///
  /// None by default. Their values are kept out of what is stored of an answer.
  public let headers: [String: String]

  private let endpoint: URL
  private let mapping: CloudEventsMapping
  private let secrets: [WebhookSecret]
  private let exchange: HTTPExchange
  private let retirement = Retirement()

  /// Makes a destination.
  ///
  /// - Parameters:
  ///   - endpoint: Where to post, taken as it is. The receiver must take the batched mode.
  ///   - source: Names the app as a reference to a URI, such as `/apps/shop-ios`: the attribute `source` of each event.
  ///   - types: The first part of each `type`, a domain of yours in reverse order: `com.example`.
  ///   - mostEventBytes: A longer event is refused. The default is 65 536, what every hop must carry.
  ///   - secrets: What requests are signed with; by default nothing. While one is being replaced there are two.
  ///   - headers: Headers that are added to every request.
  ///   - name: Names the cursor; unique among an app's destinations.
  ///   - statuses: What the receiver's statuses mean; by default `StatusTable.webhook`.
  ///   - transport: What sends the requests; by default a `URLSession` of its own, which follows no redirect.
  public init(
    endpoint: URL, source: String, types: String, mostEventBytes: Int = 65_536,
    secrets: [WebhookSecret] = [], headers: [String: String] = [:], name: String = "cloudevents",
    statuses: StatusTable = .webhook, transport: any HTTPTransport = URLSessionTransport()
  ) {
    precondition(URL(string: source) != nil, "the source is no reference to a URI")
    self.name = name
    self.headers = headers
    self.endpoint = endpoint
    self.secrets = secrets
    mapping = CloudEventsMapping(source: source, types: types, mostBytes: mostEventBytes)
    exchange = HTTPExchange(
      transport: transport, statuses: statuses,
      secrets: HTTPExchange.secrets(in: headers) + HTTPExchange.secrets(in: endpoint),
      longestWait: 86_400)
  }

  /// The receiver's name, with its scheme and port.
  public var host: String? { HTTPExchange.host(of: endpoint) }

  /// The address, the headers, and which secrets sign.
  public var settings: String {
    let fields = headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    let marks = secrets.map { $0.signature(of: [], id: "settings", seconds: 0) }
    return ([endpoint.absoluteString] + fields + marks).joined(separator: "\n")
  }

  /// Asks a receiver that was gone once more.
  public func join(_ site: DestinationSite) { retirement.end() }

  /// One CloudEvent an event.
  public func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
    SealedItems(events, context: context) { event throws(Rejection) in
      try mapping.value(of: event)
    }.body
  }

  /// Sends the events; signed, with the time of sending, if there are secrets.
  ///
  /// After a 410 nothing is sent, until the destination is added anew.
  public func deliver(_ batch: Batch) async -> Outcome {
    if let outcome = retirement.outcome { return outcome }
    guard let sealed = SealedItems(batch) else { return .refused("the body is damaged") }
    guard !sealed.items.isEmpty else { return sealed.outcome(.accepted) }
    let answer = await exchange.send(request(batch, sealed.json), at: batch.milliseconds)
    retirement.take(answer)
    guard case .accepted = answer.outcome, let body = answer.response?.body else {
      return sealed.outcome(answer.outcome)
    }
    let ids = sealed.items.map(\.id.description)
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
