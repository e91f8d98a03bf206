public import Cairn

/// Checks that a destination keeps the guarantees that the SDK and its users rely on.
///
/// The destination receives events as the SDK passes them, through the real engine where that
/// matters, with a transport that simulates a server's responses:
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
/// `CairnExpectations` has `expectConformance()`, which fails a test with the report. Documented
/// deviations of a destination are excused by check, with a reason that the report shows. Nothing
/// is written or sent outside the process.
public struct DestinationConformance: Sendable {
  /// The keys, tokens and passwords of the destination, in each form in which a request contains
  /// them.
  public var secrets: [String] = []
  /// Destinations with another key or URL, by a description of the difference: their settings must
  /// differ.
  public var variants: [String: @Sendable () -> any Destination] = [:]
  /// The server's response when it accepts everything; by default status 200 with an empty body.
  public var success: @Sendable (HTTPRequest) -> HTTPResponse = { _ in HTTPResponse(status: 200) }
  /// The meaning of each status, for responses without a body; by default `StatusTable.standard`.
  public var statuses = StatusTable.standard
  /// The names of members of the body's JSON, at any depth, and of query items, that differ between
  /// attempts, such as the time of sending.
  ///
  /// The default is none: bodies are compared byte for byte.
  public var attemptFields: Set<String> = []
  /// The names of headers that differ between attempts; by default `X-Retry-Count`.
  public var attemptHeaders: Set<String> = ["X-Retry-Count"]
  /// The maximum number of seconds for which `Retry-After` is respected, from 90 to 86 400; by
  /// default 300, as in `HTTPExchange`.
  public var maximumRetryAfter = 300
  /// The maximum number of events in one request; nil, the default, stands for that in `limits`.
  public var requestEvents: Int?
  /// The maximum number of bytes in one request, before compression; nil, the default, sets no
  /// limit.
  public var requestBytes: Int?
  /// Records the nth event, which the destination must accept; by default a `track`.
  public var record: @Sendable (Analytics, Int) -> Void = { analytics, number in
    analytics.track("Event \(number)", ["number": .int(number)])
  }
  /// Records an event of this name with these properties, which the destination must accept; by
  /// default a `track`.
  ///
  /// For a destination for interactions with content, these are the URL of an asset and its extras.
  public var recordNamed:
    @Sendable (Analytics, _ name: String, _ properties: [String: Value]) -> Void = {
      $0.track($1, $2)
    }
  /// The form of an event's identifier in a request; by default the usual text.
  public var identifier: @Sendable (EventID) -> String = { $0.description }
  /// The checks that the destination need not pass, with the reason.
  public var excused: [ConformanceCheck: String] = [:]
  /// The names of `probes` that need not arrive unchanged, with the reason.
  public var excusedValues: [String: String] = [:]

  let make: @Sendable (RecordingTransport) -> ConformanceSubject
  let isLocal: Bool

  /// Creates the checks of a destination that sends requests.
  ///
  /// - Parameter make: Returns the destination, the same every time, which must send through the
  ///   given transport.
  public init(_ make: @escaping @Sendable (any HTTPTransport) -> any Destination) {
    isLocal = false
    self.make = { ConformanceSubject(make($0), $0) }
  }

  /// Creates the checks of a destination that sends no requests; the checks of requests are
  /// skipped.
  ///
  /// - Parameter make: Returns the destination, in an empty place, and a closure that returns the
  ///   bytes that it has delivered so far.
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
    case .background: await overNetwork { await background() }
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
  /// Creates the result: passed if there are no issues.
  init(_ issues: [String]) {
    // Ten issues are enough to show the problem.
    let shown = issues.prefix(10) + (issues.count > 10 ? ["…"] : [])
    self = issues.isEmpty ? .passed : .failed(shown.joined(separator: "\n"))
  }
}
