public import Cairn
import CairnExperiments
public import Foundation

/// Sends exposures and conversions to Convert, which uses them to compare the variations of an
/// experiment.
///
/// ```swift
/// let convert = ConvertDestination(sdkKey: "10001/20002")
/// let analytics = Analytics(Configuration(destinations: [convert]))
/// let experiments = Experiments(analytics, ExperimentsConfiguration(sdkKey: "10001/20002"))
/// ```
///
/// It accepts only events that `Experiments` records, which it recognizes by their properties. The
/// account and the project are those of the document on which the decision was based.
///
/// The service has no event IDs. Reports that `Experiments` records again after the process was
/// killed are omitted, within a request and among the last 1 024 reports. `UnknownOutcome` defines
/// what happens to requests without a response. The service has no timestamps either: delayed
/// events count at their arrival.
public final class ConvertDestination: BackgroundDestination {
  /// The name of the destination, unique in the instance and the same in every version of the app.
  ///
  /// The default is `convert`.
  public let name: String
  /// The delivery schedule; nil means the schedule of the configuration.
  ///
  /// The default is `ConvertDestination.standardSchedule`.
  public let schedule: DeliverySchedule?

  private let address: ConvertAddress
  private let unknown: UnknownOutcome
  private let exchange: HTTPExchange
  private let memoryStore = ConvertMemoryStore()

  /// Makes a destination.
  ///
  /// - Parameters:
  ///   - sdkKey: The SDK key of the project, as for the configuration.
  ///   - secret: The secret of the key, if the project requires one; it is sent as `Authorization:
  ///     Bearer`. None by default.
  ///   - unknownOutcome: What happens to reports without a response. By default they are sent
  ///     again, because a lost report is worse than a repeated one: the service counts each visitor
  ///     once, so only the data of a conversion can count twice.
  ///   - source: The name of the sending library; by default `ios-sdk`. The service is known to
  ///     accept `js-sdk` and `ios-sdk`.
  ///   - enrichData: Whether the service adds data that it has stored about visitors to the
  ///     reports; by default false, because `Experiments` stores it.
  ///   - name: The name of the destination; unique among an app's destinations.
  ///   - schedule: The delivery schedule; by default `standardSchedule`; nil uses that of the
  ///     configuration.
  ///   - server: A server that replaces `https://<project>.metrics.convertexperiments.com`, such as
  ///     your own proxy: scheme, host and port. None by default.
  ///   - statuses: The meaning of HTTP statuses; by default `ConvertDestination.statuses`.
  ///   - transport: The transport of the requests; by default a `URLSession` of its own.
  public init(
    sdkKey: String, secret: String? = nil, unknownOutcome: UnknownOutcome = .sendAgain,
    source: String = "ios-sdk", enrichData: Bool = false, name: String = "convert",
    schedule: DeliverySchedule? = ConvertDestination.standardSchedule, server: URL? = nil,
    statuses: StatusTable = ConvertDestination.statuses,
    transport: any HTTPTransport = URLSessionTransport()
  ) {
    self.name = name
    self.schedule = schedule
    address = ConvertAddress(
      sdkKey: sdkKey, secret: secret, server: server, source: source, enriches: enrichData)
    unknown = unknownOutcome
    exchange = HTTPExchange(
      transport: transport, statuses: statuses, secrets: [sdkKey] + [secret].compactMap(\.self))
  }

  /// 10 reports or 1 s, as in Convert's SDK for iOS (`eventsReleaseIntervalMs`), and the retries of
  /// `RetryPolicy()`.
  public static let standardSchedule = DeliverySchedule(flushAt: 10, flushInterval: 1)

  /// The meaning of the service's statuses.
  ///
  /// 408, 429 and every 5xx mean "later", and other 4xx mean "refused". 401, 403 and 404 halt
  /// delivery, because a wrong key can be corrected. 413 splits the batch.
  public static let statuses: StatusTable = {
    var table = StatusTable.standard
    for status in [402, 410, 425, 460] { table[status] = .refused }
    for status in [501, 505] { table[status] = .later }
    return table
  }()

  /// 100 events, and a number of bytes that keeps every request below 100 000 bytes.
  public var limits: BatchLimits { BatchLimits(events: ConvertBody.mostEvents, bytes: 95_000) }

  /// The scheme, host and port of the server.
  public var host: String? { address.server ?? "https://\(ConvertAddress.domain)" }

  /// The address, the key and the secret.
  public var settings: String { address.settings }

  /// True, because reports of several launches are sent together.
  public var mixesContexts: Bool { true }

  /// Returns whether the event is one that `Experiments` records.
  public func accepts(_ event: StoredEvent) -> Bool {
    guard ExperimentReport.mayBe(event), let decoded = DecodedEvent(event) else { return false }
    return ExperimentReport(decoded) != nil
  }

  /// Stores the context, which keeps the record of delivered reports.
  public func attach(to context: DestinationContext) { memoryStore.attach(to: context) }

  /// Encodes one item for each event.
  public func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
    MappedBatch(events, context: context) { event throws(DeliveryRejection) in
      guard let report = ExperimentReport(event) else { throw "it is not an experiment report" }
      guard address.takes(project: report.projectID) else { throw Self.hostless }
      return ConvertItem(report).value
    }.body
  }

  /// Delivers the reports in as many requests as needed, one after another.
  public func deliver(_ batch: Batch) async -> Outcome {
    guard let sealed = MappedBatch(batch) else { return .refused("the body is damaged") }
    let items = sealed.items.compactMap { ConvertItem($0.json) }
    guard items.count == sealed.items.count else { return .refused("the body is damaged") }
    var (memory, open) = (memoryStore.memory, items[...])
    while !open.isEmpty {
      let body = ConvertBody(open, told: memory)
      // After a failed attempt, reports that it delivered are not repeats.
      if batch.attempt == 0 {
        memoryStore.countRepeats(body.end - open.startIndex - body.held.count)
      }
      let keys = body.held.map { items[$0].key }
      if !keys.isEmpty, let failure = await deliver(body, keys, of: batch, &memory) {
        return sealed.outcome(failure.outcome(held: body.held, open: body.end..<items.count))
      }
      open = items[body.end...]
    }
    return sealed.outcome(.accepted)
  }

  /// Returns the request of a batch; nil when it needs several requests, when all of its reports
  /// were delivered before, and with `UnknownOutcome.setAside`, because the system may repeat a
  /// request.
  public func request(for batch: Batch) -> HTTPRequest? {
    guard unknown == .sendAgain, let body = whole(batch)?.body,
      address.takes(project: body.project)
    else { return nil }
    return address.request(body)
  }

  /// Returns the outcome of the response to that request.
  public func outcome(of response: HTTPResponse, for batch: Batch) -> Outcome {
    guard let sealed = MappedBatch(batch), let (body, items) = whole(batch) else {
      return .later(afterSeconds: nil, reason: "several requests")
    }
    switch judge(exchange.answer(response, at: batch.milliseconds)) {
    case .told:
      var memory = memoryStore.memory
      memory.tell(body.held.map { items[$0].key })
      _ = memoryStore.keep(memory)
      return sealed.outcome(.accepted)
    case .unknown(let reason):
      return sealed.outcome(.later(afterSeconds: nil, reason: reason))
    case .other(let outcome): return sealed.outcome(outcome)
    }
  }

  /// Returns the body and the items of a batch that one request delivers; nil for others.
  private func whole(_ batch: Batch) -> (body: ConvertBody, items: [ConvertItem])? {
    guard let sealed = MappedBatch(batch) else { return nil }
    let items = sealed.items.compactMap { ConvertItem($0.json) }
    guard items.count == sealed.items.count else { return nil }
    let body = ConvertBody(items[...], told: memoryStore.memory)
    return body.isEmpty || body.end < items.count ? nil : (body, items)
  }

  /// The reason why a body was not delivered.
  private enum Failure {
    case outcome(Outcome)
    /// The body is not sent again, because its outcome is unknown or because it cannot be
    /// delivered.
    case setAside(DeliveryRejection)

    /// Returns the outcome of the batch.
    ///
    /// Reports that were delivered already are remembered and not sent again with it.
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
    // The batch was sealed for a custom server, which accepts any project.
    guard address.takes(project: body.project) else { return .setAside(Self.hostless) }
    guard let request = address.request(body) else {
      return .outcome(.halted(reason: "the key does not form a valid address"))
    }
    if unknown == .setAside {
      // The check comes before the batch is marked as sent; otherwise it would be unknown that it
      // never was.
      if Task.isCancelled { return .outcome(.later(afterSeconds: nil, reason: "closed")) }
      let key = batch.key.uuidString
      if memory.asked == key { return .setAside(Self.ended) }
      memory.asked = key
      guard memoryStore.keep(memory) else {
        return .outcome(.later(afterSeconds: nil, reason: Self.unkept))
      }
    }
    let answer = await send(request, at: batch.milliseconds)
    if case .unknown(let reason) = answer {
      return unknown == .setAside
        ? .setAside(DeliveryRejection(reason)) : .outcome(.later(afterSeconds: nil, reason: reason))
    }
    memory.asked = ""
    guard case .other(let outcome) = answer else {
      memory.tell(keys)
      _ = memoryStore.keep(memory)
      return nil
    }
    if unknown == .setAside { _ = memoryStore.keep(memory) }
    return .outcome(outcome)
  }

  private static let hostless: DeliveryRejection = "its project does not form a valid host"
  private static let ended: DeliveryRejection = "the process ended before an answer came"
  private static let unkept = "the disk cannot store that it is sent"

  private enum Answer {
    case told
    case unknown(String)
    case other(Outcome)
  }

  private func send(_ request: HTTPRequest, at milliseconds: Int64) async -> Answer {
    judge(await exchange.send(request, at: milliseconds))
  }

  private func judge(_ answer: HTTPExchange.Answer) -> Answer {
    switch (answer.outcome, answer.response?.status) {
    case (.accepted, _): return .told
    case (.later(_, let reason), nil) where answer.mayHaveArrived: return .unknown(reason)
    case (_, let status?) where unknown == .setAside && UnknownOutcome.isUncertain(status):
      return .unknown("status \(status)")
    case (let outcome, _): return .other(outcome)
    }
  }
}

/// The handling of reports that were sent but have no response, so that it is unknown whether they
/// arrived.
public enum UnknownOutcome: Hashable, Sendable {
  /// They are sent again: no report is lost, but a report may arrive twice.
  case sendAgain
  /// They become dead letters, which can be restored: no report arrives twice, but a report may not
  /// arrive at all.
  case setAside
}

extension UnknownOutcome {
  /// Returns whether a server may have processed a request to which it responded with this status.
  static func isUncertain(_ status: Int) -> Bool { (500...599).contains(status) && status != 503 }
}
