public import Cairn
public import Foundation

/// Sends events to Mixpanel, and traits of users and groups to their profiles.
///
/// ```swift
/// let mixpanel = MixpanelDestination(token: "…", region: .eu)
/// let analytics = Analytics(Configuration(destinations: [mixpanel]))
/// ```
///
/// Mixpanel deduplicates events by name, time, user and `$insert_id`; all four are the same at
/// every attempt. `/import` reports invalid events individually: they become dead letters, and the
/// others are accepted.
///
/// It is intended for projects with the simplified ID merge API, which all new projects use.
public struct MixpanelDestination: BackgroundDestination {
  /// The region in which the project's data is stored.
  public enum Region: String, Hashable, Sendable {
    /// The United States.
    case us = "api"
    /// The European Union.
    case eu = "api-eu"
    /// India.
    case india = "api-in"
  }

  /// The API that receives the events.
  public enum Endpoint: Hashable, Sendable {
    /// `/import`, which returns a result for each event, and accepts old events and gzip.
    case `import`
    /// `/track`, which accepts no event older than five days.
    ///
    /// Such an event becomes a dead letter, unless its traits change a profile; then only the
    /// profile is sent.
    case track
  }

  /// The name of the destination, unique in the instance and the same in every version of the app.
  ///
  /// The default is `mixpanel`.
  public let name: String
  /// The limits of a request.
  ///
  /// The default is 500 events and 475 000 bytes; for `/track` it is 50 events, as in Mixpanel's
  /// own clients. Mixpanel accepts 2 000 events and 2 MB.
  public var limits: BatchLimits
  /// The delivery schedule.
  ///
  /// The default is nil, which means the schedule of the configuration.
  public var schedule: DeliverySchedule?
  /// The position at which a new destination starts.
  ///
  /// The default is the oldest event that the journal still has.
  public var startingPoint = StartingPoint.oldest
  /// Mixpanel's group key, from the project's settings, for the groups that have no type of
  /// their own.
  ///
  /// The default is `company`.
  public var groupType = "company"
  /// Whether Mixpanel derives the location from the IP address of the request.
  ///
  /// The default is false.
  public var geolocates = false
  /// Whether bodies to `/import` are compressed with gzip; the other APIs do not accept it.
  ///
  /// The default is true.
  public var compresses = true

  let token: String
  let endpoint: Endpoint
  let authorization: String
  let projectID: String?
  let server: URL?
  let exchange: HTTPExchange
  private let holder = DestinationContextHolder()

  /// Makes a destination for an app, or for any other program that its users can inspect.
  ///
  /// - Parameters:
  ///   - token: The project's token. It can only write and may be in an app.
  ///   - region: The region in which the project's data is stored; by default the United States.
  ///   - endpoint: The API that receives the events; by default `/import`.
  ///   - name: The name of the destination; unique among an app's destinations.
  ///   - server: A server that replaces Mixpanel's, such as your own proxy: scheme, host and port.
  ///     None by default.
  ///   - transport: The transport of the requests; by default a `URLSession` of its own.
  public init(
    token: String, region: Region = .us, endpoint: Endpoint = .import, name: String = "mixpanel",
    server: URL? = nil, transport: any HTTPTransport = URLSessionTransport()
  ) {
    self.init(
      token, "\(token):", projectID: nil, endpoint, name,
      server ?? URL(string: "https://\(region.rawValue).mixpanel.com"), transport)
  }

  /// Makes a destination for your server, with a service account.
  ///
  /// A service account can read and delete data. It must never be in an app, where anybody can read
  /// it; an app uses the token.
  ///
  /// - Parameters:
  ///   - serviceAccount: The user name and the secret of the account.
  ///   - projectID: The ID of the project.
  ///   - token: The project's token, for the profiles.
  ///   - region: The region in which the project's data is stored; by default the United States.
  ///   - name: The name of the destination; unique among a program's destinations.
  ///   - server: A server that replaces Mixpanel's: scheme, host and port. None by default.
  ///   - transport: The transport of the requests; by default a `URLSession` of its own.
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

  /// The scheme, host and port of the server.
  public var host: String? { server.flatMap(HTTPExchange.host) }

  /// The address, the token, the account and the endpoint.
  public var settings: String {
    [server?.absoluteString, token, authorization, projectID, "\(endpoint)"]
      .map { $0 ?? "" }.joined(separator: "\n")
  }

  /// Stores the context, which counts adjustments.
  public func attach(to context: DestinationContext) { holder.hold(context) }

  /// Encodes one item for each event: its records for Mixpanel's APIs.
  public func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
    let mapping = MixpanelMapping(groupType: groupType, geolocates: geolocates) { holder.count($0) }
    return MappedBatch(events, context: context, mapping.item).body
  }

  /// Sends events, then users, then groups, each to its API.
  public func deliver(_ batch: Batch) async -> Outcome {
    guard var sealed = MappedBatch(batch) else { return .refused("the body is damaged") }
    guard server != nil else { return .halted(reason: "the address is not valid") }
    let age = MixpanelAge(endpoint, at: batch.milliseconds)
    sealed.refuse(age.refusal)
    let parts = MixpanelPart.parts(sealed) { age.fitted($0, count: holder.count) }
    var delivery = MixpanelDelivery(parts: parts)
    for (number, part) in parts.enumerated() {
      let answer = await send(part, at: batch.milliseconds)
      if let outcome = delivery.take(answer, ofPart: number) { return sealed.outcome(outcome) }
    }
    return sealed.outcome(delivery.outcome)
  }

  /// Returns the request of a batch; nil when it needs several requests, for example because it has
  /// profiles, or when an event is too old for the endpoint.
  public func request(for batch: Batch) -> HTTPRequest? {
    guard let sealed = MappedBatch(batch) else { return nil }
    let age = MixpanelAge(endpoint, at: batch.milliseconds)
    guard sealed.items.allSatisfy({ !age.concerns($0) }) else { return nil }
    let parts = MixpanelPart.parts(sealed) { $0 }
    return parts.count == 1 ? request(parts[0]) : nil
  }

  /// Returns the outcome of the response to that request.
  public func outcome(of response: HTTPResponse, for batch: Batch) -> Outcome {
    guard let sealed = MappedBatch(batch) else { return .refused("the body is damaged") }
    let parts = MixpanelPart.parts(sealed) { $0 }
    var delivery = MixpanelDelivery(parts: parts)
    // A batch with other parts was not given to the system by this version.
    guard parts.count == 1 else { return .later(afterSeconds: nil, reason: "several requests") }
    let answer = exchange.answer(response, at: batch.milliseconds)
    return sealed.outcome(
      delivery.take(outcome(answer, of: parts[0]), ofPart: 0) ?? delivery.outcome)
  }
}
