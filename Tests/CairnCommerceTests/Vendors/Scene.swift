import Cairn
import CairnTesting

/// An app that sends to a stub of a vendor, on a device in memory.
struct Scene {
  let network: RecordingTransport
  let testing: TestAnalytics
  var analytics: Analytics { testing.analytics }

  init(_ status: Int = 200, _ destination: (RecordingTransport) -> some Destination) {
    network = RecordingTransport(otherwise: { _ in .status(status) })
    var configuration = Configuration(destinations: [])
    configuration.context = []
    configuration.flushAt = 10_000
    configuration.flushInterval = 86_400
    testing = TestAnalytics(configuration, deliveringTo: destination(network))
  }

  /// Records the events as their types, then as literals, and delivers both.
  func track(_ events: any TypedEvent...) async {
    await track(events)
  }

  func track(_ events: [any TypedEvent]) async {
    for event in events { analytics.track(event) }
    for event in events { analytics.track(type(of: event).name, event.properties) }
    await analytics.flush()
  }

  /// The bodies of all requests.
  var bodies: [Value] { network.requests.map { Value(json: $0.body) ?? .null } }
}
