public import Cairn
public import Foundation

/// Sends events to a Snowplow collector as self-describing events: `POST
/// /com.snowplowanalytics.snowplow/tp2`.
///
/// ```swift
/// let snowplow = SnowplowDestination(
///   collector: url, appID: "shop-ios", schemas: SnowplowSchemas(vendor: "com.acme"))
/// let analytics = Analytics(Configuration(destinations: [snowplow]))
/// ```
///
/// `eid` is the event's ID and `dtm` its time; both stay the same on every resend, also after a
/// crash. `stm` is the time of each attempt, from which Snowplow derives the error of the device's
/// clock.
public struct SnowplowDestination: BackgroundDestination {
  /// The size from which a body gets the response 413, in bytes.
  static let maximumBytes = 2_097_152

  /// The name of the destination, unique in the instance and the same in every version of the app.
  ///
  /// The default is `snowplow`.
  public let name: String
  /// The limits of a request.
  ///
  /// The default is 100 events and 40 000 bytes of recorded data, as in Snowplow's own trackers.
  public var limits = BatchLimits(events: 100, bytes: 40_000)
  /// The delivery schedule.
  ///
  /// The default is nil, which means the schedule of the configuration.
  public var schedule: DeliverySchedule?
  /// The position at which a new destination starts.
  ///
  /// The default is the oldest event that the journal still has.
  public var startingPoint = StartingPoint.oldest

  private let url: URL
  private let mapping: SnowplowMapping
  private let exchange: HTTPExchange
  private let holder = DestinationContextHolder()

  /// Makes a destination.
  ///
  /// - Parameters:
  ///   - collector: The collector. If the URL has no path, the standard one is appended; otherwise
  ///     it is used unchanged.
  ///   - appID: The app's ID, for the field `app_id`: at most 255 characters.
  ///   - schemas: The schemas of your registry that describe the events.
  ///   - namespace: The name of this tracker within the app, for the field `name_tracker`: at most
  ///     128 characters.
  ///   - platform: The field `platform`, such as `mob` or `srv`; the default, nil, derives it from
  ///     the device type.
  ///   - name: The name of the destination; unique among an app's destinations.
  ///   - statuses: The meaning of HTTP statuses; by default `StatusTable.snowplow`.
  ///   - transport: The transport of the requests; by default a `URLSession` of its own.
  public init(
    collector: URL, appID: String, schemas: SnowplowSchemas, namespace: String = "cairn",
    platform: String? = nil, name: String = "snowplow", statuses: StatusTable = .snowplow,
    transport: any HTTPTransport = URLSessionTransport()
  ) {
    precondition(appID.count <= 255 && namespace.count <= 128, "the name is too long for Snowplow")
    self.name = name
    url = Self.url(collector)
    mapping = SnowplowMapping(
      appID: appID, namespace: namespace, platform: platform, schemas: schemas)
    exchange = HTTPExchange(transport: transport, statuses: statuses)
  }

  private static func url(_ collector: URL) -> URL {
    guard collector.path.isEmpty || collector.path == "/" else { return collector }
    return collector.appendingPathComponent("com.snowplowanalytics.snowplow/tp2")
  }

  /// The scheme, host and port of the collector.
  public var host: String? { HTTPExchange.host(of: url) }

  /// The address of the collector.
  public var settings: String { url.absoluteString }

  /// Stores the context, which counts parts that were left out.
  public func attach(to context: DestinationContext) { holder.hold(context) }

  /// Encodes one payload for each event.
  public func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
    MappedBatch(events, context: context) { event throws(DeliveryRejection) in
      try mapping.payload(of: event) { holder.count($0) }
    }.body
  }

  /// Sends the payloads with the time of sending.
  ///
  /// Any 2xx means that they were received. Snowplow validates the events against their schemas
  /// later.
  public func deliver(_ batch: Batch) async -> Outcome {
    guard let sealed = MappedBatch(batch) else { return .refused("the body is damaged") }
    guard !sealed.items.isEmpty else { return sealed.outcome(.accepted) }
    guard let request = request(for: batch) else { return sealed.outcome(.split) }
    return sealed.outcome(await exchange.send(request, at: batch.milliseconds).outcome)
  }

  /// Returns the request of a batch; nil when it is empty or too large for one request.
  public func request(for batch: Batch) -> HTTPRequest? {
    guard let sealed = MappedBatch(batch), !sealed.items.isEmpty else { return nil }
    let body = SnowplowRequest.body(sealed.items, at: batch.milliseconds)
    guard body.count < Self.maximumBytes else { return nil }
    return HTTPRequest(
      url: url,
      headers: [
        ("Content-Type", "application/json; charset=utf-8"), ("User-Agent", HTTPExchange.userAgent),
      ], body: body)
  }

  /// Returns the outcome of the response to that request.
  public func outcome(of response: HTTPResponse, for batch: Batch) -> Outcome {
    guard let sealed = MappedBatch(batch) else { return .refused("the body is damaged") }
    return sealed.outcome(exchange.outcome(of: response, at: batch.milliseconds))
  }
}
