public import Cairn
public import Foundation

/// Sends events to an app stream of Google Analytics 4, by the Measurement Protocol: for servers.
///
/// ```swift
/// let google = GoogleAnalyticsDestination(
///   firebaseAppID: "1:123:ios:abc", apiSecret: secret, appInstanceID: .context("firebaseAppInstanceId"))
/// let analytics = Analytics(Configuration(destinations: [google]))
/// ```
///
/// The secret lets whoever has it write into your property: it does not belong in an app. An app sends to a server of
/// yours, such as Cairn's collector, and that one sends on; or it uses `FirebaseBridge`, where the app has Firebase's
/// own SDK.
///
/// The protocol answers every request with success, says nothing of what it thinks of it, and cannot recognise a repeat.
/// So each event is checked before it is sent, and what the protocol's rules refuse goes to the dead letters with the
/// reason. When nobody knows whether a request arrived, `unknownOutcome` decides; by default it is not sent again.
public struct GoogleAnalyticsDestination: Destination {
  /// What to do when no answer came, and the request may have arrived.
  public enum UnknownOutcome: Hashable, Sendable {
    /// It is taken to have arrived, also when the process died meanwhile: no event is counted twice, and one may be lost.
    case settle
    /// It is sent again: no event is lost, and one may be counted twice.
    case sendAgain
  }

  /// Where the servers stand.
  public enum Region: Hashable, Sendable {
    /// `www.google-analytics.com`.
    case global
    /// `region1.google-analytics.com`: in the European Union.
    case eu
  }

  /// What the user allowed Google to do, as the protocol has it.
  public struct Consent: Hashable, Sendable {
    /// Whether user data may be sent for advertising; nil says nothing.
    public var adUserData: Bool?
    /// Whether ads may be personal; nil says nothing.
    public var adPersonalization: Bool?

    /// Makes one that says nothing of what is left out.
    public init(adUserData: Bool? = nil, adPersonalization: Bool? = nil) {
      self.adUserData = adUserData
      self.adPersonalization = adPersonalization
    }
  }

  /// Names the cursor.
  ///
  /// The default is `firebase`.
  public let name: String
  /// 25 events, the most that a request may have, and 100 000 bytes.
  public let limits = BatchLimits(events: 25, bytes: 100_000)
  /// How often it is delivered to.
  ///
  /// The default, nil, is what the configuration says.
  public var pace: Pace?
  /// Where it begins when it is new.
  ///
  /// The default is the oldest event that the journal still has.
  public var startingPoint = StartingPoint.oldest

  private let address: URL?
  private let firebaseAppID: String
  private let apiSecret: String
  private let mapping: MeasurementMapping
  private let envelope: MeasurementEnvelope
  private let unknownOutcome: UnknownOutcome
  private let exchange: HTTPExchange
  private let site = SiteHolder()

  /// Makes a destination.
  ///
  /// - Parameters:
  ///   - firebaseAppID: The app in Firebase, such as `1:123:ios:abc`.
  ///   - apiSecret: A secret of the stream's Measurement Protocol. For servers alone.
  ///   - appInstanceID: Where the installation's identifier comes from. Only Firebase's SDK can give one.
  ///   - currency: What amounts are in whose event names none, three capital letters; none by default. The protocol takes
  ///     no amount without.
  ///   - consent: What the user allowed Google to do; by default nothing is said.
  ///   - region: Where the servers stand; by default all over the world.
  ///   - unknownOutcome: What to do when a request may have arrived; by default it is not sent again.
  ///   - name: Names the cursor; unique among an app's destinations.
  ///   - server: Takes the place of Google's servers, such as a proxy of your own: scheme, host and port. None by default.
  ///   - transport: What sends the requests; by default a `URLSession` of its own.
  public init(
    firebaseAppID: String, apiSecret: String, appInstanceID: AppInstanceID, currency: String? = nil,
    consent: Consent = Consent(), region: Region = .global,
    unknownOutcome: UnknownOutcome = .settle, name: String = "firebase", server: URL? = nil,
    transport: any HTTPTransport = URLSessionTransport()
  ) {
    self.name = name
    self.firebaseAppID = firebaseAppID
    self.apiSecret = apiSecret
    self.unknownOutcome = unknownOutcome
    mapping = MeasurementMapping(appInstanceID: appInstanceID, currency: currency)
    envelope = MeasurementEnvelope(consent)
    exchange = HTTPExchange(transport: transport, secrets: [apiSecret])
    address = Self.address(firebaseAppID, apiSecret, region, server)
  }

  /// The server's name, with its scheme and port.
  public var host: String? {
    address.flatMap(HTTPExchange.host)
  }

  /// The address, with the app and the secret.
  public var settings: String { address?.absoluteString ?? "" }

  /// Everything but aliases, which the protocol does not know.
  public func accepts(_ event: StoredEvent) -> Bool { event.kind != .alias }

  /// Takes up what it remembers of the last launch.
  public func join(_ site: DestinationSite) { self.site.hold(site) }

  /// An item an event, and what the protocol refuses.
  public func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
    SealedItems(events, context: context) { event throws(Rejection) in
      try mapping.item(event, site.count)
    }.body
  }

  /// Sends a request for each installation and user in turn, and reads the answers.
  public func deliver(_ batch: Batch) async -> Outcome {
    guard let address else { return .halted(reason: "the server's address is not valid") }
    guard let sealed = SealedItems(batch) else { return .refused("the body is damaged") }
    // All items, whatever became of them since: requests are counted by number.
    let requests = MeasurementRequest.requests(sealed.items, envelope)
    let progress = BatchProgress(site, batch)
    let open = requests.dropFirst(progress.count)
    let old = MeasurementAge.refused(batch, sealed, in: open)
    guard old.isEmpty else {
      // Before one of their requests goes out, which would count for them, too.
      let again = open.flatMap(\.places).filter { old[$0] == nil }
      return sealed.outcome(.partial(refused: old, again: again))
    }
    for (number, request) in zip(open.indices, open) {
      // Before it counts as sent. What came of one that was sent counts also when nobody waits for it any more.
      if Task.isCancelled { return .later(afterSeconds: nil, reason: "closed") }
      guard isCounted(progress, before: number) else {
        return .later(afterSeconds: nil, reason: "the disk refuses what must be remembered")
      }
      let answer = await exchange.send(request.request(to: address), at: batch.milliseconds)
      guard isSettled(answer) else {
        progress.keep(number)
        return sealed.outcome(outcome(answer.outcome, requests, from: number))
      }
      progress.keep(number + 1)
    }
    return sealed.outcome(.accepted)
  }

  /// Whoever dies from here on does not know whether the request arrived; so it is not sent unless that will be known.
  private func isCounted(_ progress: BatchProgress, before number: Int) -> Bool {
    guard unknownOutcome == .settle, site.site != nil, !progress.keep(number + 1) else {
      return true
    }
    progress.keep(number)
    return false
  }

  private func isSettled(_ answer: HTTPExchange.Answer) -> Bool {
    if answer.outcome == .accepted { return true }
    guard unknownOutcome == .settle, answer.response == nil, answer.mayHaveArrived else {
      return false
    }
    site.count("no answer came; taken to have arrived")
    return true
  }

  /// Requests before this one are not sent again.
  private func outcome(
    _ outcome: Outcome, _ requests: [MeasurementRequest], from number: Int
  ) -> Outcome {
    let rest = requests[number...].flatMap(\.places)
    switch outcome {
    case .split where number > 0: return .partial(refused: [:], again: rest)
    case .refused(let rejection) where requests[number].places.count == 1:
      let refused = requests[number].places[0]
      return .partial(refused: [refused: rejection], again: rest.filter { $0 != refused })
    case .refused where number > 0: return .partial(refused: [:], again: rest)
    default: return outcome
    }
  }

  private static func address(
    _ firebaseAppID: String, _ apiSecret: String, _ region: Region, _ server: URL?
  ) -> URL? {
    let standard =
      region == .global
      ? "https://www.google-analytics.com" : "https://region1.google-analytics.com"
    var parts = URLComponents(string: server?.absoluteString ?? standard)
    parts?.path = "/mp/collect"
    parts?.queryItems = [
      URLQueryItem(name: "firebase_app_id", value: firebaseAppID),
      URLQueryItem(name: "api_secret", value: apiSecret),
    ]
    // A server reads a plus as a space.
    let query = parts?.percentEncodedQuery?.replacingOccurrences(of: "+", with: "%2B")
    parts?.percentEncodedQuery = query
    return parts?.url
  }
}
