import Cairn
import CairnAmplitude
import CairnTesting
import Foundation

/// An app that sends to a stub of Amplitude, on a device in memory.
struct AmplitudeFixture {
  static let key = "0123456789abcdef"
  let transport: RecordingTransport
  let testing: TestAnalytics
  var analytics: Analytics { testing.analytics }

  init(
    _ answers: (status: Int, body: String)..., context: [String: Value] = [:],
    sessionTimeout: Double? = nil, enrichers: [any Enricher] = [],
    _ change: (inout AmplitudeDestination) -> Void = { _ in }
  ) {
    transport = RecordingTransport()
    for answer in answers { transport.answerNext(.status(answer.status, body: answer.body)) }
    var destination = AmplitudeDestination(apiKey: Self.key, transport: transport)
    change(&destination)
    var configuration = Configuration(destinations: [])
    configuration.context = []
    // Nothing is sent before a flush.
    configuration.flushAt = 10_000
    configuration.flushInterval = 86_400
    configuration.sessionTimeout = sessionTimeout
    configuration.enrichers = [FixedContext(context)] + enrichers
    testing = TestAnalytics(configuration, deliveringTo: destination)
  }

  /// The bodies of all requests.
  var bodies: [Value] { transport.requests.map { Value(json: $0.body) ?? .null } }

  /// The events of all requests, in order.
  var events: [Value] { bodies.flatMap { $0["events"]?.arrayValue ?? [] } }

  var outcomes: [Outcome] { testing.destination.outcomes }
}
