public import Cairn
public import Foundation

/// Sends events to a Snowplow collector, as self-describing events: `POST /com.snowplowanalytics.snowplow/tp2`.
///
/// ```swift
/// let snowplow = SnowplowDestination(
///   collector: url, appID: "shop-ios", schemas: SnowplowSchemas(vendor: "com.acme"))
/// let analytics = Analytics(Configuration(destinations: [snowplow]))
/// ```
///
/// `eid` is the event's identifier and `dtm` its time, and both stay the same on every resend, also after a crash; `stm`
/// is the time of each attempt, from which Snowplow learns how wrong the device's clock is.
public struct SnowplowDestination: Destination {
  /// More than that is answered with 413.
  static let mostBytes = 2_097_152

  /// Names the cursor.
  ///
  /// The default is `snowplow`.
  public let name: String
  /// The default is 100 events and 40 000 bytes of what was recorded, where Snowplow's own trackers cut.
  public var limits = BatchLimits(events: 100, bytes: 40_000)
  /// How often it is delivered to.
  ///
  /// The default, nil, is what the configuration says.
  public var pace: Pace?
  /// Where it begins when it is new.
  ///
  /// The default is the oldest event that the journal still has.
  public var startingPoint = StartingPoint.oldest

  private let url: URL
  private let mapping: SnowplowMapping
  private let exchange: HTTPExchange
  private let site = SiteHolder()

  /// Makes a destination.
  ///
  /// - Parameters:
  ///   - collector: The collector. If it has no path, the standard one is added; a path is taken as it is.
  ///   - appID: Names the app, in the field `app_id`: at most 255 characters.
  ///   - schemas: Which schema of your registry describes which event.
  ///   - namespace: Names this tracker among an app's, in the field `name_tracker`: at most 128 characters.
  ///   - platform: The field `platform`, such as `mob` or `srv`; the default, nil, goes by the kind of device.
  ///   - name: Names the cursor; unique among an app's destinations.
  ///   - statuses: What the collector's statuses mean; by default `StatusTable.snowplow`.
  ///   - transport: What sends the requests; by default a `URLSession` of its own.
  public init(
    collector: URL, appID: String, schemas: SnowplowSchemas, namespace: String = "cairn",
    platform: String? = nil, name: String = "snowplow", statuses: StatusTable = .snowplow,
    transport: any HTTPTransport = URLSessionTransport()
  ) {
    precondition(appID.count <= 255 && namespace.count <= 128, "Snowplow has no room for that name")
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

  /// The collector's name, with its scheme and port.
  public var host: String? { HTTPExchange.host(of: url) }

  /// The address.
  public var settings: String { url.absoluteString }

  /// Remembers where to count what does not fit.
  public func join(_ site: DestinationSite) { self.site.hold(site) }

  /// One payload an event.
  public func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
    SealedItems(events, context: context) { event throws(Rejection) in
      try mapping.payload(of: event) { site.count($0) }
    }.body
  }

  /// Sends the payloads with the time of sending.
  ///
  /// Any 2xx means received; whether an event has a schema that it keeps to, Snowplow finds out later.
  public func deliver(_ batch: Batch) async -> Outcome {
    guard let sealed = SealedItems(batch) else { return .refused("the body is damaged") }
    guard !sealed.items.isEmpty else { return sealed.outcome(.accepted) }
    let body = SnowplowRequest.body(sealed.items, at: batch.milliseconds)
    guard body.count < Self.mostBytes else { return sealed.outcome(.split) }
    let request = HTTPRequest(
      url: url,
      headers: [
        ("Content-Type", "application/json; charset=utf-8"), ("User-Agent", HTTPExchange.userAgent),
      ], body: body)
    return sealed.outcome(await exchange.send(request, at: batch.milliseconds).outcome)
  }
}
