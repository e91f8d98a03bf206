public import Cairn

/// Checks that a destination keeps what the SDK and its users rely on.
///
/// It is given events as the SDK gives them, through the real engine where that matters, with a network that answers
/// whatever a server may answer:
///
/// ```swift
/// var conformance = DestinationConformance { transport in
///   AcmeDestination(key: "0123456789abcdef", transport: transport)
/// }
/// conformance.secrets = ["0123456789abcdef"]
/// let report = await conformance.run()
/// #expect(report.passes, "\(report)")
/// ```
///
/// `CairnExpectations` has `expectConformance()`, which fails a test with the report. What a destination documents to do
/// otherwise is excused by name and with a reason, which the report shows. Nothing is written or sent outside the process.
public struct DestinationConformance: Sendable {
  /// Keys, tokens and passwords that the destination is made with, in each form in which a request holds them.
  public var secrets: [String] = []
  /// Destinations with another key or another address, by what is different: their settings must differ.
  public var variants: [String: @Sendable () -> any Destination] = [:]
  /// What the server answers when it takes everything; by default status 200 with an empty body.
  public var success: @Sendable (HTTPRequest) -> HTTPResponse = { _ in HTTPResponse(status: 200) }
  /// What each status means to the destination, where the answer has no body; by default `StatusTable.standard`.
  public var statuses = StatusTable.standard
  /// Names of members of the body's JSON, at any depth, and of the address's query, that differ between attempts, such
  /// as the time of sending.
  ///
  /// None by default: then bodies are compared byte for byte.
  public var attemptFields: Set<String> = []
  /// Names of headers that differ between attempts; by default `X-Retry-Count`.
  public var attemptHeaders: Set<String> = ["X-Retry-Count"]
  /// So long is `Retry-After` heeded, in seconds, from 90 to 86 400; by default 300, as `HTTPExchange` does.
  public var longestWait = 300
  /// The most events that the back end takes in one request; nil, the default, for what `limits` says.
  public var requestEvents: Int?
  /// The most bytes that the back end takes in one request, before compression; nil, the default, for any number.
  public var requestBytes: Int?
  /// Records an event, the nth, that the destination accepts; by default tracks one.
  public var record: @Sendable (Analytics, Int) -> Void = { analytics, number in
    analytics.track("Event \(number)", ["number": .int(number)])
  }
  /// Records an event of this name with these properties, which the destination accepts; by default tracks it.
  ///
  /// For a destination that is for interactions with content, the address of an asset and its extras.
  public var recordNamed:
    @Sendable (Analytics, _ name: String, _ properties: [String: Value]) -> Void = {
      $0.track($1, $2)
    }
  /// The form in which a request holds an event's identifier; by default the usual text.
  public var identifier: @Sendable (EventID) -> String = { $0.description }
  /// Checks that the destination need not pass, with the reason.
  public var excused: [ConformanceCheck: String] = [:]
  /// Names of `probes` that need not arrive as they were, with the reason.
  public var excusedValues: [String: String] = [:]

  let make: @Sendable (RecordingTransport) -> ConformanceSubject
  let isLocal: Bool

  /// Checks a destination that sends requests.
  ///
  /// - Parameter make: Makes the destination, the same every time, so that it sends through this transport.
  public init(_ make: @escaping @Sendable (any HTTPTransport) -> any Destination) {
    isLocal = false
    self.make = { ConformanceSubject(make($0), $0) }
  }

  /// Checks a destination that sends no requests; what is said of requests is then skipped.
  ///
  /// - Parameter make: Makes the destination, in an empty place, and what tells the bytes that it has delivered so far.
  public init(
    local make:
      @escaping @Sendable () -> (
        destination: any Destination, delivered: @Sendable () -> [UInt8]
      )
  ) {
    isLocal = true
    self.make = { transport in
      let (destination, delivered) = make()
      return ConformanceSubject(destination, transport, delivered: delivered)
    }
  }

  /// Runs all checks, one after another.
  public func run() async -> ConformanceReport {
    var results: [(check: ConformanceCheck, result: ConformanceReport.Result)] = []
    for check in ConformanceCheck.allCases { results.append((check, await run(check))) }
    return ConformanceReport(name: subject().destination.name, results: results)
  }

  /// Runs one check.
  public func run(_ check: ConformanceCheck) async -> ConformanceReport.Result {
    if let reason = excused[check] { return .skipped(reason) }
    return switch check {
    case .name: name()
    case .settings: settings()
    case .acceptance: await acceptance()
    case .limits: await limits()
    case .identifiers: await identifiers()
    case .resends: await overNetwork { await resends() }
    case .relaunch: await overNetwork { await relaunch() }
    case .statuses: await overNetwork { await meanings() }
    case .retryAfter: await overNetwork { await retryAfter() }
    case .silence: await overNetwork { await silence() }
    case .nonsense: await overNetwork { await nonsense() }
    case .values: await values()
    case .hardEvents: await hardEvents()
    case .poison: await overNetwork { await poison() }
    case .secrets: await overNetwork { await hiding() }
    case .damage: await damage()
    }
  }

  private func overNetwork(
    _ check: () async -> ConformanceReport.Result
  ) async -> ConformanceReport.Result {
    isLocal ? .skipped("it sends no requests") : await check()
  }

  func subject(_ transport: RecordingTransport? = nil) -> ConformanceSubject {
    make(transport ?? RecordingTransport(otherwise: { [success] in .response(success($0)) }))
  }
}

extension ConformanceReport.Result {
  /// Passed if there are no complaints.
  init(_ complaints: [String]) {
    // So many show what is wrong.
    let shown = complaints.prefix(10) + (complaints.count > 10 ? ["…"] : [])
    self = complaints.isEmpty ? .passed : .failed(shown.joined(separator: "\n"))
  }
}
