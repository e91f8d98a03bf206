import Cairn
import CairnMixpanel
import CairnTesting
import Foundation

/// An app that sends to a stub of Mixpanel, on a device in memory.
struct MixpanelFixture {
  static let token = "token-0123456789"
  let transport: RecordingTransport
  let testing: TestAnalytics
  var analytics: Analytics { testing.analytics }

  init(
    _ answers: (status: Int, body: String)..., endpoint: MixpanelDestination.Endpoint = .import,
    context: [String: Value] = [:], sessionTimeout: Double? = nil,
    maximumEventBytes: Int = 32_768,
    enrichers: [any Enricher] = [],
    _ change: (inout MixpanelDestination) -> Void = { _ in }
  ) {
    transport = RecordingTransport()
    for answer in answers { transport.answerNext(.status(answer.status, body: answer.body)) }
    var destination = MixpanelDestination(
      token: Self.token, endpoint: endpoint, transport: transport)
    destination.compresses = false
    change(&destination)
    var configuration = Configuration(destinations: [])
    configuration.context = []
    // Nothing is sent before a flush.
    configuration.flushAt = 10_000
    configuration.flushInterval = 86_400
    configuration.sessionTimeout = sessionTimeout
    configuration.maximumEventBytes = maximumEventBytes
    configuration.enrichers = [FixedContext(context)] + enrichers
    testing = TestAnalytics(configuration, deliveringTo: destination)
  }

  /// Returns the records that were sent to an interface, such as `/import`, in order.
  func records(_ path: String) -> [Value] {
    transport.requests.filter { $0.url.path == path }
      .flatMap { Value(json: $0.body)?.arrayValue ?? [] }
  }

  /// The paths of all requests, and the number of records of each.
  var requests: [String] {
    transport.requests.map { "\($0.url.path) \(Value(json: $0.body)?.arrayValue?.count ?? 0)" }
  }

  var outcomes: [Outcome] { testing.destination.outcomes }
}
