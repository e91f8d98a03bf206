public import Cairn
public import Foundation

/// Sends events to PostHog.
///
/// ```swift
/// let postHog = PostHogDestination(apiKey: "phc_…", region: .eu)
/// let analytics = Analytics(Configuration(destinations: [postHog]))
/// ```
///
/// Each event has a `uuid` that is the same at every attempt. PostHog merges events with the same
/// UUID, name, user and day.
public struct PostHogDestination: BackgroundDestination {
  /// The region in which the project's data is stored.
  public enum Region: Hashable, Sendable {
    /// The United States: `us.i.posthog.com`.
    case us
    /// The European Union: `eu.i.posthog.com`.
    case eu
  }

  /// The API that receives the events.
  public enum Version: Hashable, Sendable {
    /// `/batch/`: one result for the whole request.
    ///
    /// Every PostHog server supports it.
    case v0
    /// `/i/v1/analytics/events`: a result for each event, so that events are retried or refused
    /// individually.
    case v1
  }

  /// The persons for whom PostHog keeps a profile, which costs more than an event alone.
  public enum Profiles: Hashable, Sendable {
    /// Users that were identified with `identify`, as in PostHog's own clients.
    case identifiedOnly
    /// All persons.
    case always
    /// No persons.
    case never
  }

  /// The name of the destination, unique in the instance and the same in every version of the app.
  ///
  /// The default is `posthog`.
  public let name: String
  /// The limits of a batch, in bytes of the events as recorded.
  ///
  /// The default is 500 events and 475 000 bytes. PostHog accepts requests of 20 MiB.
  public var limits = BatchLimits()
  /// The delivery schedule.
  ///
  /// The default is nil, which means the schedule of the configuration.
  public var schedule: DeliverySchedule?
  /// The position at which a new destination starts.
  ///
  /// The default is the oldest event that the journal still has.
  public var startingPoint = StartingPoint.oldest
  /// PostHog's group type for the groups that have no type of their own.
  ///
  /// The default is `company`.
  public var groupType = "company"
  /// The persons for whom PostHog keeps a profile.
  ///
  /// The default is identified users only.
  public var profiles = Profiles.identifiedOnly
  /// Whether PostHog derives the location from the IP address of the request.
  ///
  /// The default is false.
  public var geolocates = false
  /// Whether the events are a historical import, which PostHog processes separately.
  ///
  /// The default is false.
  public var isHistorical = false
  /// Whether bodies are compressed with gzip.
  ///
  /// The default is true.
  public var compresses = true

  /// The maximum size of a body before compression, in bytes.
  var maximumBytes = 20 * 1_048_576
  let apiKey: String
  let version: Version
  let url: URL?
  let exchange: HTTPExchange
  private let holder = DestinationContextHolder()

  /// Makes a destination.
  ///
  /// - Parameters:
  ///   - apiKey: The project's API key, `phc_…`. It can only write and may be in an app; a personal
  ///     key, `phx_…`, must not.
  ///   - region: The region in which the project's data is stored; by default the United States.
  ///   - version: The API that receives the events; by default `.v0`, which every PostHog server
  ///     supports.
  ///   - name: The name of the destination; unique among an app's destinations.
  ///   - server: Your own PostHog server, or a proxy: scheme, host and port. None by default.
  ///   - transport: The transport of the requests; by default a `URLSession` of its own.
  public init(
    apiKey: String, region: Region = .us, version: Version = .v0, name: String = "posthog",
    server: URL? = nil, transport: any HTTPTransport = URLSessionTransport()
  ) {
    self.name = name
    self.apiKey = apiKey
    self.version = version
    let standard = region == .us ? "https://us.i.posthog.com" : "https://eu.i.posthog.com"
    let path = version == .v0 ? "batch/" : "i/v1/analytics/events"
    url = (server ?? URL(string: standard))?.appending(path: path)
    exchange = HTTPExchange(
      transport: transport, statuses: PostHogAnswer.statuses(version), secrets: [apiKey])
  }

  /// The scheme, host and port of the server.
  public var host: String? { url.flatMap(HTTPExchange.host) }

  /// The address and the key.
  public var settings: String { "\(url?.absoluteString ?? "")\n\(apiKey)" }

  /// Stores the context, which counts adjustments.
  public func attach(to context: DestinationContext) { holder.hold(context) }

  /// Encodes one item for each event: PostHog's event.
  public func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
    let mapping = PostHogMapping(
      version: version, groupType: groupType, profiles: profiles, geolocates: geolocates
    ) { holder.count($0) }
    return MappedBatch(events, context: context, mapping.item).body
  }

  /// Sends the events, and handles the result of each.
  public func deliver(_ batch: Batch) async -> Outcome {
    guard let sealed = MappedBatch(batch) else { return .refused("the body is damaged") }
    guard !sealed.items.isEmpty else { return sealed.outcome(.accepted) }
    guard let url else { return .halted(reason: "the address is not valid") }
    guard let request = request(sealed, batch, to: url) else { return sealed.outcome(.split) }
    return outcome(await exchange.send(request, at: batch.milliseconds), of: sealed)
  }

  /// Returns the request of a batch; nil when it is empty or too large for one request.
  public func request(for batch: Batch) -> HTTPRequest? {
    guard let sealed = MappedBatch(batch), !sealed.items.isEmpty, let url else { return nil }
    return request(sealed, batch, to: url)
  }

  /// Returns the outcome of the response to that request.
  public func outcome(of response: HTTPResponse, for batch: Batch) -> Outcome {
    guard let sealed = MappedBatch(batch) else { return .refused("the body is damaged") }
    return outcome(exchange.answer(response, at: batch.milliseconds), of: sealed)
  }

  private func request(_ sealed: MappedBatch, _ batch: Batch, to url: URL) -> HTTPRequest? {
    let request = request(PostHogEvents(sealed), batch, to: url)
    guard request.body.count < maximumBytes else { return nil }
    return compresses ? request.gzipped() : request
  }

  private func outcome(_ answer: HTTPExchange.Answer, of sealed: MappedBatch) -> Outcome {
    sealed.outcome(
      PostHogAnswer(answer, to: PostHogEvents(sealed)) { exchange.hidingSecrets(in: $0) }.outcome)
  }
}
