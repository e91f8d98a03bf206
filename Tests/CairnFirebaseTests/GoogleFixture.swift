import Cairn
import CairnFirebase
import CairnTesting
import Foundation

/// A server that sends to a stub of Google, on a machine in memory.
struct GoogleFixture {
  static let instance = "0123456789abcdef0123456789abcdef"

  let clock = ManualClock()
  let storage = TestStorage()
  var network = RecordingTransport(otherwise: { _ in .status(204) })

  func destination(
    _ unknownOutcome: GoogleAnalyticsDestination.UnknownOutcome = .settle, currency: String? = nil,
    id: AppInstanceID = .fixed(instance), transport: (any HTTPTransport)? = nil
  ) -> GoogleAnalyticsDestination {
    GoogleAnalyticsDestination(
      firebaseAppID: "1:123:ios:abc", apiSecret: "very-secret", appInstanceID: id,
      currency: currency, unknownOutcome: unknownOutcome, transport: transport ?? network)
  }

  func launch(
    _ destination: GoogleAnalyticsDestination? = nil, enrichers: [any Enricher] = []
  ) -> Analytics {
    var configuration = Configuration(destinations: [destination ?? self.destination()])
    configuration.syncPolicy = .never
    configuration.enrichers = enrichers
    configuration.diagnostics = { _ in }
    return Analytics(configuration.testing(clock: clock, storage: storage))
  }

  var bodies: [[String: Any]] { network.requests.map(\.json) }
  var events: [[String: Any]] { bodies.flatMap { $0["events"] as? [[String: Any]] ?? [] } }
  var names: [String] { events.compactMap { $0["name"] as? String } }

  /// Returns the parameters of the event with this index.
  func parameters(_ place: Int = 0) -> [String: Any] {
    events.indices.contains(place) ? events[place]["params"] as? [String: Any] ?? [:] : [:]
  }
}

extension HTTPRequest {
  var json: [String: Any] {
    (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] ?? [:]
  }
}

/// Returns the same text for equal JSON.
func canonical(_ json: Any) -> String {
  let data = try? JSONSerialization.data(withJSONObject: json, options: .sortedKeys)
  return data.map { String(decoding: $0, as: UTF8.self) } ?? "\(json)"
}
