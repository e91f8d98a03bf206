import Cairn
import CairnPostHog
import CairnTesting
import Foundation

/// An app that sends to a stub of PostHog, on a device in memory.
struct PostHogFixture {
  static let key = "phc_0123456789"
  let transport: RecordingTransport
  let testing: TestAnalytics
  var analytics: Analytics { testing.analytics }

  init(
    _ answers: (status: Int, body: String)..., version: PostHogDestination.Version = .v0,
    context: [String: Value] = [:], sessionTimeout: Double? = nil,
    _ change: (inout PostHogDestination) -> Void = { _ in }
  ) {
    transport = RecordingTransport()
    for answer in answers { transport.answerNext(.status(answer.status, body: answer.body)) }
    var destination = PostHogDestination(
      apiKey: Self.key, version: version, transport: transport)
    destination.compresses = false
    change(&destination)
    var configuration = Configuration(destinations: [])
    configuration.context = []
    // Nothing is sent before a flush.
    configuration.flushAt = 10_000
    configuration.flushInterval = 86_400
    configuration.sessionTimeout = sessionTimeout
    configuration.enrichers = [FixedContext(context)]
    testing = TestAnalytics(configuration, deliveringTo: destination)
  }

  /// The bodies of all requests.
  var bodies: [Value] { transport.requests.map { Value(json: $0.body) ?? .null } }

  /// The events of all requests, in order.
  var events: [Value] { bodies.flatMap { $0["batch"]?.arrayValue ?? [] } }

  var outcomes: [Outcome] { testing.destination.outcomes }

  /// The identifiers of the events in the first delivery, in order.
  var ids: [String] { testing.destination.batches.first?.events.map(\.id.description) ?? [] }
}
