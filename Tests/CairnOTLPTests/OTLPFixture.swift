import Cairn
import CairnOTLP
import CairnTesting
import Foundation

/// An app that sends to a stub of an OTLP receiver, on a device in memory.
struct OTLPFixture {
  let network: RecordingTransport
  let testing: TestAnalytics
  private let log = Log<String>()
  var analytics: Analytics { testing.analytics }

  /// Creates a scene; `asContext` adds the machine's context, which applies to the whole batch.
  init(
    _ answers: RecordingTransport.Answer..., context: [String: Value] = Self.phone,
    asContext: Bool = false, clock: ManualClock = ManualClock(), compresses: Bool = false,
    statuses: StatusTable = .otlp
  ) throws {
    network = RecordingTransport()
    guard let url = URL(string: "https://example.com") else { throw URLError(.badURL) }
    for answer in answers { network.answerNext(answer) }
    var configuration = Configuration(destinations: [])
    if !asContext {
      configuration.context = []
      configuration.enrichers = [FixedContext(context: context)]
    }
    let log = self.log
    configuration.diagnostics = { line in
      log.append("\(line.level) \(line.code): \(line.message)")
    }
    testing = TestAnalytics(
      configuration,
      deliveringTo: OTLPDestination(
        endpoint: url, service: "shop-ios",
        attributes: ["deployment.environment.name": "test"],
        headers: ["Authorization": "Bearer 0123456789"], compresses: compresses,
        statuses: statuses, transport: network),
      clock: clock)
  }

  /// Makes a call of each kind.
  func recordAll() {
    analytics.track("Order Completed", ["revenue": 39.95, "items": [2], "gift": nil, "paid": true])
    analytics.screen("Checkout", ["type": "sheet", "step": 2])
    analytics.identify("u1", traits: ["plan": "pro"])
    analytics.group("g1", traits: ["seats": 7])
    analytics.alias("u2")
  }

  var bodies: [[UInt8]] { network.requests.map(\.body) }
  /// The log lines.
  var said: [String] { log.items }
  var outcomes: [Outcome] { testing.destination.outcomes }
  var adjusted: [String: Int] {
    analytics.diagnostics.snapshot().destinations.reduce(into: [:]) { $0.merge($1.adjusted) { $1 } }
  }

  static let phone: [String: Value] = [
    "app": ["name": "Shop", "version": "4.1", "build": "1207"],
    "device": ["manufacturer": "Apple", "model": "iPhone17,1", "type": "phone"],
    "os": ["name": "iOS", "version": "19.1.0"], "locale": "de-DE", "timezone": "Europe/Berlin",
    "screen": ["width": 402, "height": 874, "density": 3.0],
    "network": ["wifi": true, "cellular": false],
    "library": ["name": "cairn", "version": "0.1.0"],
    "session": ["id": "01935b6d-f1a4-7c02-8f0b-6c1d2e3f4a5b", "number": 12],
  ]
}

/// An enricher that adds a context to every event.
struct FixedContext: Enricher {
  var context: [String: Value]

  func enrich(_ event: inout Event) { event.context.merge(context) { $1 } }
}
