public import Cairn
import CairnExperiments
public import Foundation

/// Sends exposures and conversions to Convert, which compares the variations of an experiment by them.
///
/// ```swift
/// let analytics = Analytics(Configuration(destinations: [ConvertDestination(sdkKey: "10001/20002")]))
/// let experiments = Experiments(analytics, ExperimentsConfiguration(sdkKey: "10001/20002"))
/// ```
///
/// It takes the events that `Experiments` records, known by their properties, and no others. Account and project are those
/// of the document by which each was decided. The service has no identifiers of events: what `Experiments` reports again
/// after a kill is left out, in one request and among the last thousand reports, and what to do about an answer that never
/// came is `UnknownOutcome`. It has no times either: what is delivered late counts when it arrives.
public final class ConvertDestination: Destination {
  /// Names the cursor.
  ///
  /// The default is `convert`.
  public let name: String
  /// How often it is delivered to; nil, the default, is what the configuration says.
  public let pace: Pace?

  private let address: ConvertAddress
  private let unknown: UnknownOutcome
  private let exchange: HTTPExchange
  private let site = ConvertSite()

  /// Makes a destination.
  ///
  /// - Parameters:
  ///   - sdkKey: The key of the project, as for the configuration.
  ///   - secret: The key's secret, when the project demands one: sent as `Authorization: Bearer`. None by default.
  ///   - unknownOutcome: What becomes of reports that were not answered; by default they are sent again, since losing one
  ///     is worse than telling one twice: the service counts each visitor once, so only the data of a conversion can count
  ///     twice.
  ///   - source: What is said to have sent it; by default `ios-sdk`. The service is known to take `js-sdk` and that.
  ///   - enrichData: Whether the service is to complete reports from what it remembers of visitors; by default not, since
  ///     `Experiments` remembers.
  ///   - name: Names the cursor; unique among an app's destinations.
  ///   - pace: How often it is delivered to; by default as the configuration says.
  ///   - server: Takes the place of `https://<project>.metrics.convertexperiments.com`, such as a proxy of your own: scheme,
  ///     host and port. None by default.
  ///   - statuses: What the service's statuses mean; by default `ConvertDestination.statuses`.
  ///   - transport: What sends the requests; by default a `URLSession` of its own.
  public init(
    sdkKey: String, secret: String? = nil, unknownOutcome: UnknownOutcome = .sendAgain,
    source: String = "ios-sdk", enrichData: Bool = false, name: String = "convert",
    pace: Pace? = nil, server: URL? = nil, statuses: StatusTable = ConvertDestination.statuses,
    transport: any HTTPTransport = URLSessionTransport()
  ) {
    self.name = name
    self.pace = pace
    address = ConvertAddress(
      sdkKey: sdkKey, secret: secret, server: server, source: source, enriches: enrichData)
    unknown = unknownOutcome
    exchange = HTTPExchange(
      transport: transport, statuses: statuses, secrets: [sdkKey] + [secret].compactMap(\.self))
  }

  /// What the service's statuses mean: 408, 429 and every 5xx "later", every other 4xx "refused"; but 401, 403 and 404 halt
  /// the delivery, because a key that is wrong can be mended, and 413 makes the requests smaller.
  public static let statuses: StatusTable = {
    var table = StatusTable.standard
    for status in [402, 410, 425, 460] { table[status] = .refused }
    for status in [501, 505] { table[status] = .later }
    return table
  }()

  /// A hundred events, and so many bytes that a request never has more than a hundred thousand.
  public var limits: BatchLimits { BatchLimits(events: ConvertBody.mostEvents, bytes: 95_000) }

  /// The server's name, with its scheme and port.
  public var host: String? { address.server ?? "https://\(ConvertAddress.domain)" }

  /// The address, the key and the secret.
  public var settings: String { address.settings }

  /// Reports of several launches go together.
  public var mixesContexts: Bool { true }

  /// What `Experiments` records, alone.
  public func accepts(_ event: StoredEvent) -> Bool {
    guard ExperimentReport.mayBe(event), let decoded = DecodedEvent(event) else { return false }
    return ExperimentReport(decoded) != nil
  }

  /// Remembers where what was told is kept.
  public func join(_ site: DestinationSite) { self.site.join(site) }

  /// Makes an item an event.
  public func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
    SealedItems(events, context: context) { event throws(Rejection) in
      guard let report = ExperimentReport(event) else { throw "it reports no experiment" }
      guard address.takes(project: report.projectID) else { throw Self.hostless }
      return ConvertItem(report).value
    }.body
  }

  /// Delivers the reports, in as many requests as they need, one after another.
  public func deliver(_ batch: Batch) async -> Outcome {
    guard let sealed = SealedItems(batch) else { return .refused("the body is damaged") }
    let items = sealed.items.compactMap { ConvertItem($0.json) }
    guard items.count == sealed.items.count else { return .refused("the body is damaged") }
    var (memory, open) = (site.memory, items[...])
    while !open.isEmpty {
      let body = ConvertBody(open, told: memory)
      // After an attempt that failed, what was told in it is no repeat.
      if batch.attempt == 0 { site.countRepeats(body.end - open.startIndex - body.held.count) }
      let keys = body.held.map { items[$0].key }
      if !keys.isEmpty, let failure = await deliver(body, keys, of: batch, &memory) {
        return sealed.outcome(failure.outcome(held: body.held, open: body.end..<items.count))
      }
      open = items[body.end...]
    }
    return sealed.outcome(.accepted)
  }

  /// Why a body was not delivered.
  private enum Failure {
    case outcome(Outcome)
    /// It is not sent again: nobody knows whether it was delivered, or it cannot be.
    case setAside(Rejection)

    /// What becomes of the batch.
    ///
    /// What was told already is remembered, and not sent with it again.
    func outcome(held: [Int], open: Range<Int>) -> Outcome {
      switch self {
      case .outcome(let outcome): return outcome
      case .setAside(let reason):
        let refused = held.map { ($0, reason) }
        return .partial(
          refused: Dictionary(refused, uniquingKeysWith: { $1 }), again: Array(open))
      }
    }
  }

  private func deliver(
    _ body: ConvertBody, _ keys: [String], of batch: Batch, _ memory: inout ConvertMemory
  ) async -> Failure? {
    // Sealed for a server that takes any project.
    guard address.takes(project: body.project) else { return .setAside(Self.hostless) }
    guard let request = address.request(body) else {
      return .outcome(.halted(reason: "the key makes no address"))
    }
    if unknown == .setAside {
      // Before it counts as asked: nobody would know that it never was.
      if Task.isCancelled { return .outcome(.later(afterSeconds: nil, reason: "closed")) }
      let key = batch.key.uuidString
      if memory.asked == key { return .setAside(Self.ended) }
      memory.asked = key
      guard site.keep(memory) else {
        return .outcome(.later(afterSeconds: nil, reason: Self.unkept))
      }
    }
    let answer = await send(request, at: batch.milliseconds)
    if case .unknown(let reason) = answer {
      return unknown == .setAside
        ? .setAside(Rejection(reason)) : .outcome(.later(afterSeconds: nil, reason: reason))
    }
    memory.asked = ""
    guard case .other(let outcome) = answer else {
      memory.tell(keys)
      _ = site.keep(memory)
      return nil
    }
    if unknown == .setAside { _ = site.keep(memory) }
    return .outcome(outcome)
  }

  private static let hostless: Rejection = "its project makes no host"
  private static let ended: Rejection = "the process ended before an answer came"
  private static let unkept = "the disk does not take that it is sent"

  private enum Answer {
    case told
    case unknown(String)
    case other(Outcome)
  }

  private func send(_ request: HTTPRequest, at milliseconds: Int64) async -> Answer {
    let answer = await exchange.send(request, at: milliseconds)
    switch (answer.outcome, answer.response?.status) {
    case (.accepted, _): return .told
    case (.later(_, let reason), nil) where answer.mayHaveArrived: return .unknown(reason)
    case (_, let status?) where unknown == .setAside && UnknownOutcome.isUncertain(status):
      return .unknown("status \(status)")
    case (let outcome, _): return .other(outcome)
    }
  }
}
