public import Cairn
public import Foundation

/// Sends events to an app stream of Google Analytics 4 with the Measurement Protocol; for use on
/// servers.
///
/// ```swift
/// let google = GoogleAnalyticsDestination(
///   firebaseAppID: "1:123:ios:abc", apiSecret: secret,
///   appInstanceID: .context("firebaseAppInstanceId"))
/// let analytics = Analytics(Configuration(destinations: [google]))
/// ```
///
/// The API secret allows anybody who has it to write into your property, so it must not be in an
/// app. An app sends to your server, such as Cairn's collector, which forwards the events.
/// Alternatively it uses `FirebaseBridge`, if the app contains Firebase's SDK.
///
/// The protocol reports success for every request, does not report invalid events, and does not
/// deduplicate. Each event is therefore validated before it is sent, and an event that violates the
/// protocol's rules becomes a dead letter with the reason. If it is unknown whether a request
/// arrived, `unknownOutcome` applies; by default the request is not sent again.
public struct GoogleAnalyticsDestination: Destination {
  /// The handling of a request that may have arrived but has no response.
  public enum UnknownOutcome: Hashable, Sendable {
    /// It counts as arrived, also if the process died in the meantime: no event is counted twice,
    /// but one may be lost.
    case settle
    /// It is sent again: no event is lost, but one may be counted twice.
    case sendAgain
  }

  /// The region of the servers.
  public enum Region: Hashable, Sendable {
    /// `www.google-analytics.com`.
    case global
    /// `region1.google-analytics.com`: in the European Union.
    case eu
  }

  /// The consent that the user gave to Google, as the protocol defines it.
  public struct Consent: Hashable, Sendable {
    /// Whether user data may be sent for advertising; nil if unspecified.
    public var adUserData: Bool?
    /// Whether ads may be personalized; nil if unspecified.
    public var adPersonalization: Bool?

    /// Makes a consent; omitted values are unspecified.
    public init(adUserData: Bool? = nil, adPersonalization: Bool? = nil) {
      self.adUserData = adUserData
      self.adPersonalization = adPersonalization
    }
  }

  /// The name of the destination, unique in the instance and the same in every version of the app.
  ///
  /// The default is `firebase`.
  public let name: String
  /// The limits of a batch: 25 events, the maximum of a request, and 100 000 bytes.
  public let limits = BatchLimits(events: 25, bytes: 100_000)
  /// The delivery schedule.
  ///
  /// The default is nil, which means the schedule of the configuration.
  public var schedule: DeliverySchedule?
  /// The position at which a new destination starts.
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
  private let holder = DestinationContextHolder()

  /// Makes a destination.
  ///
  /// - Parameters:
  ///   - firebaseAppID: The Firebase app ID, such as `1:123:ios:abc`.
  ///   - apiSecret: A Measurement Protocol API secret of the stream. Only for servers.
  ///   - appInstanceID: The source of the app instance ID, which only Firebase's SDK can provide.
  ///   - currency: The currency of amounts in events that specify none: three capital letters. None
  ///     by default. The protocol accepts no amount without a currency.
  ///   - consent: The consent that the user gave to Google; by default unspecified.
  ///   - region: The region of the servers; by default global.
  ///   - unknownOutcome: What happens to a request that may have arrived; by default it is not sent
  ///     again.
  ///   - name: The name of the destination; unique among an app's destinations.
  ///   - server: A server that replaces Google's, such as your own proxy: scheme, host and port.
  ///     None by default.
  ///   - transport: The transport of the requests; by default a `URLSession` of its own.
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

  /// The scheme, host and port of the server.
  public var host: String? {
    address.flatMap(HTTPExchange.host)
  }

  /// The address, with the app ID and the secret.
  public var settings: String { address?.absoluteString ?? "" }

  /// Returns true for all events except aliases, which the protocol does not support.
  public func accepts(_ event: StoredEvent) -> Bool { event.kind != .alias }

  /// Stores the context, which keeps the progress of a batch across launches.
  public func attach(to context: DestinationContext) { holder.hold(context) }

  /// Encodes one item for each event, and the refusals of events that violate the protocol's rules.
  public func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
    MappedBatch(events, context: context) { event throws(DeliveryRejection) in
      try mapping.item(event, holder.count)
    }.body
  }

  /// Sends one request for each installation and user in turn, and handles the responses.
  public func deliver(_ batch: Batch) async -> Outcome {
    guard let address else { return .halted(reason: "the server's address is not valid") }
    guard let sealed = MappedBatch(batch) else { return .refused("the body is damaged") }
    // All items are included, whatever their state, because progress is stored as a number of
    // requests.
    let requests = MeasurementRequest.requests(sealed.items, envelope)
    let progress = BatchProgress(holder, batch)
    let open = requests.dropFirst(progress.count)
    let old = MeasurementAge.refused(batch, sealed, in: open)
    guard old.isEmpty else {
      // Old events are refused before their request is sent; otherwise its outcome would apply to
      // them, too.
      let again = open.flatMap(\.places).filter { old[$0] == nil }
      return sealed.outcome(.partial(refused: old, again: again))
    }
    for (number, request) in zip(open.indices, open) {
      // The check comes before the request is marked as sent. The result of a request that was sent
      // is recorded even if the delivery was cancelled.
      if Task.isCancelled { return .later(afterSeconds: nil, reason: "closed") }
      guard isCounted(progress, before: number) else {
        return .later(afterSeconds: nil, reason: "the disk cannot store the required state")
      }
      let answer = await exchange.send(request.request(to: address), at: batch.milliseconds)
      guard isSettled(answer) else {
        progress.store(number)
        return sealed.outcome(outcome(answer.outcome, requests, from: number))
      }
      progress.store(number + 1)
    }
    return sealed.outcome(.accepted)
  }

  /// Marks the request as sent before it is sent; returns false if the mark cannot be stored.
  ///
  /// If the process dies after this, it is unknown whether the request arrived. A request is
  /// therefore sent only if the mark is stored.
  private func isCounted(_ progress: BatchProgress, before number: Int) -> Bool {
    guard unknownOutcome == .settle, holder.context != nil, !progress.store(number + 1) else {
      return true
    }
    progress.store(number)
    return false
  }

  private func isSettled(_ answer: HTTPExchange.Answer) -> Bool {
    if answer.outcome == .accepted { return true }
    guard unknownOutcome == .settle, answer.response == nil, answer.mayHaveArrived else {
      return false
    }
    holder.count("no response came; assumed to be delivered")
    return true
  }

  /// Returns the outcome of the batch.
  ///
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
    // A server decodes a plus sign as a space.
    let query = parts?.percentEncodedQuery?.replacingOccurrences(of: "+", with: "%2B")
    parts?.percentEncodedQuery = query
    return parts?.url
  }
}
