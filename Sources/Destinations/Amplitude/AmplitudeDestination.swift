public import Cairn
public import Foundation

/// Sends events to Amplitude, by its HTTP V2 or its batch interface.
///
/// ```swift
/// let amplitude = AmplitudeDestination(apiKey: "…", region: .eu)
/// let analytics = Analytics(Configuration(destinations: [amplitude]))
/// ```
///
/// Each event has an `insert_id` that is the same at every attempt; Amplitude drops a repetition within seven days. What it
/// says of single events holds for them alone: one that it will never take goes to the dead letters, the others arrive.
public struct AmplitudeDestination: Destination {
  /// Where the project's data lies.
  public enum Region: Hashable, Sendable {
    /// The United States: `api2.amplitude.com`.
    case us
    /// The European Union: `api.eu.amplitude.com`.
    case eu
  }

  /// Which interface takes the events.
  public enum Endpoint: Hashable, Sendable {
    /// `/2/httpapi`: at once; at most 1 MB a request, 30 events a second of one device.
    case httpV2
    /// `/batch`: a little later; at most 20 MB a request, 1 000 events a second of one device.
    case batch
  }

  /// Names the cursor.
  ///
  /// The default is `amplitude`.
  public let name: String
  /// How much goes into one request.
  ///
  /// The default is 500 events and 475 000 bytes; with `/batch` 1 900 events and 4 000 000 bytes. Amplitude takes less than
  /// 2 000 events.
  public var limits: BatchLimits
  /// How often it is delivered to.
  ///
  /// The default, nil, is what the configuration says.
  public var pace: Pace?
  /// Where it begins when it is new.
  ///
  /// The default is the oldest event that the journal still has.
  public var startingPoint = StartingPoint.oldest
  /// Amplitude's name for what `group` is about, the group type.
  ///
  /// The default is `company`.
  public var groupType = "company"
  /// The shortest identifier of a user that Amplitude is to take, in characters; nil leaves it to Amplitude, which then
  /// refuses those of fewer than 5.
  ///
  /// The default is 1.
  public var minimumIDLength: Int? = 1
  /// Whether Amplitude is to look up the place of the address that requests come from.
  ///
  /// The default is false.
  public var geolocates = false
  /// Whether the body is gzip, which Amplitude's own clients do on demand.
  ///
  /// The default is false.
  public var compresses = false

  /// Amplitude takes fewer than so many; a `group` may be two of them.
  private static let mostEvents = 2_000

  private let apiKey: String
  private let url: URL?
  private let mostBytes: Int
  private let exchange: HTTPExchange
  private let throttle = AmplitudeThrottle()
  private let site = SiteHolder()

  /// Makes a destination.
  ///
  /// - Parameters:
  ///   - apiKey: The project's API key. It may be in an app, for it can only write; the secret key must not.
  ///   - region: Where the project's data lies; by default the United States.
  ///   - endpoint: Which interface takes the events; by default HTTP V2.
  ///   - name: Names the cursor; unique among an app's destinations.
  ///   - server: Takes the place of Amplitude's servers, such as a proxy of your own: scheme, host and port. None by default.
  ///   - transport: What sends the requests; by default a `URLSession` of its own.
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
    mostBytes = endpoint == .httpV2 ? 1_000_000 : 20_000_000
    exchange = HTTPExchange(transport: transport, secrets: [apiKey])
  }

  /// The server's name, with its scheme and port.
  public var host: String? { url.flatMap(HTTPExchange.host) }

  /// The address and the key.
  public var settings: String { "\(url?.absoluteString ?? "")\n\(apiKey)" }

  /// Remembers where to count what is cut.
  public func join(_ site: DestinationSite) { self.site.hold(site) }

  /// An item an event: the event as Amplitude wants it, or a list of the two that a `group` becomes.
  public func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
    let mapping = AmplitudeMapping(groupType: groupType, geolocates: geolocates) { site.count($0) }
    return SealedItems(events, context: context, mapping.item).body
  }

  /// Sends the events, but for those whose device or user Amplitude wants to hear nothing of now.
  public func deliver(_ batch: Batch) async -> Outcome {
    guard let sealed = SealedItems(batch) else { return .refused("the body is damaged") }
    guard let url else { return .halted(reason: "the address is not valid") }
    let now = batch.milliseconds
    return await sealed.outcome(
      throttle.deliver(sealed, batch, waitingSeconds: 30) { items in
        let events = AmplitudeEvents(items)
        let request = request(events, to: url)
        guard request.body.count < mostBytes, events.owners.count < Self.mostEvents else {
          return AmplitudeAnswer(.split)
        }
        let answer = await exchange.send(compresses ? request.gzipped() : request, at: now)
        return AmplitudeAnswer(answer, to: items, events.owners) { exchange.hidingSecrets(in: $0) }
      })
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
