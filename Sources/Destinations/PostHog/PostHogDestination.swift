public import Cairn
public import Foundation

/// Sends events to PostHog.
///
/// ```swift
/// let postHog = PostHogDestination(apiKey: "phc_…", region: .eu)
/// let analytics = Analytics(Configuration(destinations: [postHog]))
/// ```
///
/// Each event has a `uuid` that is the same at every attempt; PostHog merges events with the same one, name, user and day.
public struct PostHogDestination: Destination {
  /// Where the project's data lies.
  public enum Region: Hashable, Sendable {
    /// The United States: `us.i.posthog.com`.
    case us
    /// The European Union: `eu.i.posthog.com`.
    case eu
  }

  /// Which interface takes the events.
  public enum Version: Hashable, Sendable {
    /// `/batch/`: one answer for the whole request. Every PostHog has it.
    case v0
    /// `/i/v1/analytics/events`: an answer for each event, so that one is sent again or refused without the others.
    case v1
  }

  /// For whom PostHog keeps a profile, which costs more than an event alone.
  public enum Profiles: Hashable, Sendable {
    /// For users that `identify` has named, as PostHog's own clients do it.
    case identifiedOnly
    /// For everybody.
    case always
    /// For nobody.
    case never
  }

  /// Names the cursor.
  ///
  /// The default is `posthog`.
  public let name: String
  /// How much goes into one request.
  ///
  /// The default is 500 events and 475 000 bytes. PostHog takes 20 MiB.
  public var limits = BatchLimits()
  /// How often it is delivered to.
  ///
  /// The default, nil, is what the configuration says.
  public var pace: Pace?
  /// Where it begins when it is new.
  ///
  /// The default is the oldest event that the journal still has.
  public var startingPoint = StartingPoint.oldest
  /// PostHog's name for what `group` is about, the group type.
  ///
  /// The default is `company`.
  public var groupType = "company"
  /// For whom PostHog keeps a profile.
  ///
  /// The default is for identified users.
  public var profiles = Profiles.identifiedOnly
  /// Whether PostHog is to look up the place of the address that requests come from.
  ///
  /// The default is false.
  public var geolocates = false
  /// Whether events are an import of old ones, which PostHog handles apart.
  ///
  /// The default is false.
  public var isHistorical = false
  /// Whether the body is gzip.
  ///
  /// The default is true.
  public var compresses = true

  /// The longest body, in bytes, before it is compressed.
  var mostBytes = 20 * 1_048_576
  let apiKey: String
  let version: Version
  let url: URL?
  let exchange: HTTPExchange
  private let site = SiteHolder()

  /// Makes a destination.
  ///
  /// - Parameters:
  ///   - apiKey: The project's key, `phc_…`. It may be in an app, for it can only write; a personal key, `phx_…`, must not.
  ///   - region: Where the project's data lies; by default the United States.
  ///   - version: Which interface takes the events; by default the one that every PostHog has.
  ///   - name: Names the cursor; unique among an app's destinations.
  ///   - server: A PostHog of your own, or a proxy: scheme, host and port. None by default.
  ///   - transport: What sends the requests; by default a `URLSession` of its own.
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

  /// The server's name, with its scheme and port.
  public var host: String? { url.flatMap(HTTPExchange.host) }

  /// The address and the key.
  public var settings: String { "\(url?.absoluteString ?? "")\n\(apiKey)" }

  /// Remembers where to count what is cut.
  public func join(_ site: DestinationSite) { self.site.hold(site) }

  /// An item an event: the event as PostHog wants it.
  public func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
    let mapping = PostHogMapping(
      version: version, groupType: groupType, profiles: profiles, geolocates: geolocates
    ) { site.count($0) }
    return SealedItems(events, context: context, mapping.item).body
  }

  /// Sends the events, and reads what became of each.
  public func deliver(_ batch: Batch) async -> Outcome {
    guard let sealed = SealedItems(batch) else { return .refused("the body is damaged") }
    guard !sealed.items.isEmpty else { return sealed.outcome(.accepted) }
    guard let url else { return .halted(reason: "the address is not valid") }
    let events = PostHogEvents(sealed)
    let request = request(events, batch, to: url)
    guard request.body.count < mostBytes else { return sealed.outcome(.split) }
    let answer = await exchange.send(
      compresses ? request.gzipped() : request, at: batch.milliseconds)
    return sealed.outcome(
      PostHogAnswer(answer, to: events) { exchange.hidingSecrets(in: $0) }.outcome)
  }
}
