public import Cairn
public import Foundation

/// Sends events to Mixpanel, and what is known of users and groups to their profiles.
///
/// ```swift
/// let mixpanel = MixpanelDestination(token: "…", region: .eu)
/// let analytics = Analytics(Configuration(destinations: [mixpanel]))
/// ```
///
/// Mixpanel takes two events with the same name, time, user and `$insert_id` for one; all four are the same at every attempt.
/// `/import` answers for single events: one that it refuses goes to the dead letters, the others it has.
///
/// For projects whose users are merged by the simplified interface, as all new ones are.
public struct MixpanelDestination: Destination {
  /// Where the project's data lies.
  public enum Region: String, Hashable, Sendable {
    /// The United States.
    case us = "api"
    /// The European Union.
    case eu = "api-eu"
    /// India.
    case india = "api-in"
  }

  /// Which interface takes the events.
  public enum Endpoint: Hashable, Sendable {
    /// `/import`, which answers for each event, and takes old ones and gzip.
    case `import`
    /// `/track`, which takes no event older than five days: such a one goes to the dead letters, unless there is a profile to send.
    case track
  }

  /// Names the cursor.
  ///
  /// The default is `mixpanel`.
  public let name: String
  /// How much goes into one request.
  ///
  /// The default is 500 events and 475 000 bytes; with `/track` 50 events, as in Mixpanel's own clients. Mixpanel takes 2 000
  /// events and 2 MB.
  public var limits: BatchLimits
  /// How often it is delivered to.
  ///
  /// The default, nil, is what the configuration says.
  public var pace: Pace?
  /// Where it begins when it is new.
  ///
  /// The default is the oldest event that the journal still has.
  public var startingPoint = StartingPoint.oldest
  /// Mixpanel's name for what `group` is about: the group key of the project's settings.
  ///
  /// The default is `company`.
  public var groupType = "company"
  /// Whether Mixpanel is to look up the place of the address that requests come from.
  ///
  /// The default is false.
  public var geolocates = false
  /// Whether the bodies to `/import` are gzip; the other interfaces take none.
  ///
  /// The default is true.
  public var compresses = true

  let token: String
  let endpoint: Endpoint
  let authorization: String
  let projectID: String?
  let server: URL?
  let exchange: HTTPExchange
  private let site = SiteHolder()

  /// Makes a destination for an app, or any other place that its users can look into.
  ///
  /// - Parameters:
  ///   - token: The project's token. It may be in an app, for it can only write.
  ///   - region: Where the project's data lies; by default the United States.
  ///   - endpoint: Which interface takes the events; by default `/import`.
  ///   - name: Names the cursor; unique among an app's destinations.
  ///   - server: Takes the place of Mixpanel's servers, such as a proxy of your own: scheme, host and port. None by default.
  ///   - transport: What sends the requests; by default a `URLSession` of its own.
  public init(
    token: String, region: Region = .us, endpoint: Endpoint = .import, name: String = "mixpanel",
    server: URL? = nil, transport: any HTTPTransport = URLSessionTransport()
  ) {
    self.init(
      token, "\(token):", projectID: nil, endpoint, name,
      server ?? URL(string: "https://\(region.rawValue).mixpanel.com"), transport)
  }

  /// Makes a destination for a server of yours, by a service account.
  ///
  /// A service account can read and delete: it must never be in an app, where everybody can read it. An app uses the token.
  ///
  /// - Parameters:
  ///   - serviceAccount: The account's user name and secret.
  ///   - projectID: The project's number.
  ///   - token: The project's token, for the profiles.
  ///   - region: Where the project's data lies; by default the United States.
  ///   - name: Names the cursor; unique among a program's destinations.
  ///   - server: Takes the place of Mixpanel's servers: scheme, host and port. None by default.
  ///   - transport: What sends the requests; by default a `URLSession` of its own.
  public init(
    serviceAccount: (username: String, secret: String), projectID: String, token: String,
    region: Region = .us, name: String = "mixpanel", server: URL? = nil,
    transport: any HTTPTransport = URLSessionTransport()
  ) {
    self.init(
      token, "\(serviceAccount.username):\(serviceAccount.secret)", projectID: projectID, .import,
      name, server ?? URL(string: "https://\(region.rawValue).mixpanel.com"), transport)
  }

  private init(
    _ token: String, _ credentials: String, projectID: String?, _ endpoint: Endpoint,
    _ name: String, _ server: URL?, _ transport: any HTTPTransport
  ) {
    self.name = name
    self.token = token
    self.endpoint = endpoint
    self.projectID = projectID
    self.server = server
    let encoded = Data(credentials.utf8).base64EncodedString()
    authorization = "Basic \(encoded)"
    limits = BatchLimits(events: endpoint == .track ? 50 : 500)
    let secret = credentials.drop { $0 != ":" }.dropFirst()
    exchange = HTTPExchange(transport: transport, secrets: [token, encoded, String(secret)])
  }

  /// The server's name, with its scheme and port.
  public var host: String? { server.flatMap(HTTPExchange.host) }

  /// The address, the token and the account.
  public var settings: String {
    [server?.absoluteString, token, authorization, projectID, "\(endpoint)"]
      .map { $0 ?? "" }.joined(separator: "\n")
  }

  /// Remembers where to count what is cut.
  public func join(_ site: DestinationSite) { self.site.hold(site) }

  /// An item an event: what goes to each of Mixpanel's interfaces.
  public func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
    let mapping = MixpanelMapping(groupType: groupType, geolocates: geolocates) { site.count($0) }
    return SealedItems(events, context: context, mapping.item).body
  }

  /// Sends events, then users, then groups, each to its interface.
  public func deliver(_ batch: Batch) async -> Outcome {
    guard var sealed = SealedItems(batch) else { return .refused("the body is damaged") }
    guard server != nil else { return .halted(reason: "the address is not valid") }
    let age = MixpanelAge(endpoint, at: batch.milliseconds)
    sealed.refuse(age.refusal)
    let parts = MixpanelPart.parts(sealed) { age.fitted($0, count: site.count) }
    var delivery = MixpanelDelivery(parts: parts)
    for (number, part) in parts.enumerated() {
      let answer = await send(part, at: batch.milliseconds)
      if let outcome = delivery.take(answer, ofPart: number) { return sealed.outcome(outcome) }
    }
    return sealed.outcome(delivery.outcome)
  }
}
