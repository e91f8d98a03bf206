public import Cairn
public import Foundation

/// Sends events to Amplitude with its HTTP V2 API or its batch API.
///
/// ```swift
/// let amplitude = AmplitudeDestination(apiKey: "…", region: .eu)
/// let analytics = Analytics(Configuration(destinations: [amplitude]))
/// ```
///
/// Each event has an `insert_id` that is the same at every attempt; Amplitude deduplicates on it
/// for seven days. Errors that apply to single events affect only those: an invalid event becomes a
/// dead letter, and the others are delivered.
public struct AmplitudeDestination: BackgroundDestination {
  /// The region in which the project's data is stored.
  public enum Region: Hashable, Sendable {
    /// The United States: `api2.amplitude.com`.
    case us
    /// The European Union: `api.eu.amplitude.com`.
    case eu
  }

  /// The API that receives the events.
  public enum Endpoint: Hashable, Sendable {
    /// `/2/httpapi`: immediate processing; at most 1 MB per request and 30 events per second and
    /// device.
    case httpV2
    /// `/batch`: delayed processing; at most 20 MB per request and 1 000 events per second and
    /// device.
    case batch
  }

  /// The name of the destination, unique in the instance and the same in every version of the app.
  ///
  /// The default is `amplitude`.
  public let name: String
  /// The limits of a request.
  ///
  /// The default is 500 events and 475 000 bytes; for `/batch` it is 1 900 events and 4 000 000
  /// bytes. Amplitude accepts fewer than 2 000 events.
  public var limits: BatchLimits
  /// The delivery schedule.
  ///
  /// The default is nil, which means the schedule of the configuration.
  public var schedule: DeliverySchedule?
  /// The position at which a new destination starts.
  ///
  /// The default is the oldest event that the journal still has.
  public var startingPoint = StartingPoint.oldest
  /// Amplitude's group type for the groups that have no type of their own.
  ///
  /// The default is `company`.
  public var groupType = "company"
  /// The minimum length of a user ID that Amplitude accepts, in characters.
  ///
  /// With nil, Amplitude's own minimum of 5 applies.
  ///
  /// The default is 1.
  public var minimumIDLength: Int? = 1
  /// Whether Amplitude derives the location from the IP address of the request.
  ///
  /// The default is false.
  public var geolocates = false
  /// Whether bodies are compressed with gzip, as Amplitude's own clients can do.
  ///
  /// The default is false.
  public var compresses = false

  /// Amplitude accepts fewer events than this in a request; a `group` call may become two of them.
  private static let mostEvents = 2_000

  private let apiKey: String
  private let url: URL?
  private let maximumBytes: Int
  private let exchange: HTTPExchange
  private let throttle = AmplitudeThrottle()
  private let holder = DestinationContextHolder()

  /// Makes a destination.
  ///
  /// - Parameters:
  ///   - apiKey: The project's API key. It can only write and may be in an app; the secret key must
  ///     not.
  ///   - region: The region in which the project's data is stored; by default the United States.
  ///   - endpoint: The API that receives the events; by default HTTP V2.
  ///   - name: The name of the destination; unique among an app's destinations.
  ///   - server: A server that replaces Amplitude's, such as your own proxy: scheme, host and port.
  ///     None by default.
  ///   - transport: The transport of the requests; by default a `URLSession` of its own.
  public init(
    apiKey: String, region: Region = .us, endpoint: Endpoint = .httpV2, name: String = "amplitude",
    server: URL? = nil, transport: any HTTPTransport = URLSessionTransport()
  ) {
    self.name = name
    self.apiKey = apiKey
    let standard = region == .us ? "https://api2.amplitude.com" : "https://api.eu.amplitude.com"
    let path = endpoint == .httpV2 ? "2/httpapi" : "batch"
    url = (server ?? URL(string: standard))?.appending(path: path)
    limits = endpoint == .httpV2 ? BatchLimits() : BatchLimits(events: 1_900, bytes: 4_000_000)
    maximumBytes = endpoint == .httpV2 ? 1_000_000 : 20_000_000
    exchange = HTTPExchange(transport: transport, secrets: [apiKey])
  }

  /// The scheme, host and port of the server.
  public var host: String? { url.flatMap(HTTPExchange.host) }

  /// The address and the key.
  public var settings: String { "\(url?.absoluteString ?? "")\n\(apiKey)" }

  /// Stores the context, which counts adjustments.
  public func attach(to context: DestinationContext) { holder.hold(context) }

  /// Encodes one item for each event: Amplitude's event, or a list of the two events of a `group`
  /// call.
  public func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
    let mapping = AmplitudeMapping(groupType: groupType, geolocates: geolocates) {
      holder.count($0)
    }
    return MappedBatch(events, context: context, mapping.item).body
  }

  /// Sends the events, except those whose device or user is throttled.
  public func deliver(_ batch: Batch) async -> Outcome {
    guard let sealed = MappedBatch(batch) else { return .refused("the body is damaged") }
    guard let url else { return .halted(reason: "the address is not valid") }
    let now = batch.milliseconds
    return await sealed.outcome(
      throttle.deliver(sealed, batch, waitingSeconds: Self.throttledSeconds) { items in
        guard let request = request(items, to: url) else { return AmplitudeAnswer(.split) }
        return answer(await exchange.send(request, at: now), to: items)
      })
  }

  /// Returns the request of a batch; nil when it is empty or too large for one request.
  public func request(for batch: Batch) -> HTTPRequest? {
    guard let sealed = MappedBatch(batch), !sealed.items.isEmpty, let url else { return nil }
    return request(sealed, to: url)
  }

  /// Returns the outcome of the response to that request.
  ///
  /// Events that were throttled, and those beside a throttled one, are sent again.
  public func outcome(of response: HTTPResponse, for batch: Batch) -> Outcome {
    guard let sealed = MappedBatch(batch) else { return .refused("the body is damaged") }
    var delivery = AmplitudeDelivery(count: sealed.items.count, held: [])
    let answer = answer(exchange.answer(response, at: batch.milliseconds), to: sealed)
    return sealed.outcome(
      delivery.take(answer) ?? delivery.outcome(afterSeconds: Self.throttledSeconds))
  }

  private static let throttledSeconds = 30

  private func answer(_ answer: HTTPExchange.Answer, to items: MappedBatch) -> AmplitudeAnswer {
    AmplitudeAnswer(answer, to: items, AmplitudeEvents(items).owners) {
      exchange.hidingSecrets(in: $0)
    }
  }

  private func request(_ items: MappedBatch, to url: URL) -> HTTPRequest? {
    let events = AmplitudeEvents(items)
    let request = request(events, to: url)
    guard request.body.count < maximumBytes, events.owners.count < Self.mostEvents else {
      return nil
    }
    return compresses ? request.gzipped() : request
  }

  private func request(_ events: AmplitudeEvents, to url: URL) -> HTTPRequest {
    var body = Array(#"{"api_key":"#.utf8) + Value.string(apiKey).json
    if let minimumIDLength {
      body += Array(#","options":{"min_id_length":\#(minimumIDLength)}"#.utf8)
    }
    body += Array(#","events":"#.utf8) + events.json + Array("}".utf8)
    return HTTPRequest(
      url: url,
      headers: [("Content-Type", "application/json"), ("User-Agent", HTTPExchange.userAgent)],
      body: body)
  }
}
