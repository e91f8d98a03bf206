import Cairn
import CairnCloudEvents
import CairnTesting
import Foundation

/// An app that sends to a stub of a CloudEvents receiver, on a device in memory.
struct CloudEventsFixture {
  let network: RecordingTransport
  let testing: TestAnalytics
  var analytics: Analytics { testing.analytics }

  init(
    _ answers: RecordingTransport.Answer..., context: [String: Value] = Self.phone,
    clock: ManualClock = ManualClock(), secrets: [WebhookSecret] = [],
    maximumEventBytes: Int = 65_536
  ) throws {
    network = RecordingTransport()
    guard let url = URL(string: "https://example.com/events") else { throw URLError(.badURL) }
    for answer in answers { network.answerNext(answer) }
    var configuration = Configuration(destinations: [])
    configuration.context = []
    configuration.enrichers = [FixedContext(context: context)]
    configuration.diagnostics = { _ in }
    testing = TestAnalytics(
      configuration,
      deliveringTo: CloudEventsDestination(
        endpoint: url, source: "/apps/shop-ios", types: "com.example",
        maximumEventBytes: maximumEventBytes, secrets: secrets,
        headers: ["Authorization": "Bearer 0123456789"], transport: network),
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
