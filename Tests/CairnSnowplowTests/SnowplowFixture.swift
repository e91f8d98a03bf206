import Cairn
import CairnSnowplow
import CairnTesting
import Foundation

/// An app that sends to a stub of a Snowplow collector, on a device in memory.
struct SnowplowFixture {
  let network: RecordingTransport
  let testing: TestAnalytics
  var analytics: Analytics { testing.analytics }

  init(
    _ answers: RecordingTransport.Answer..., context: [String: Value] = FixedContext.phone,
    clock: ManualClock = ManualClock(),
    schemas: SnowplowSchemas = SnowplowSchemas(vendor: "com.acme"),
    maximumEventBytes: Int = 32_768, limits: BatchLimits? = nil, anonymousID: String? = nil
  ) throws {
    network = RecordingTransport()
    guard let url = URL(string: "https://example.com") else { throw URLError(.badURL) }
    for answer in answers { network.answerNext(answer) }
    var configuration = Configuration(destinations: [])
    configuration.context = []
    configuration.enrichers = [FixedContext(context, anonymousID: anonymousID)]
    configuration.diagnostics = { _ in }
    configuration.maximumEventBytes = maximumEventBytes
    var destination = SnowplowDestination(
      collector: url, appID: "shop", schemas: schemas, namespace: "ns", transport: network)
    destination.limits = limits ?? destination.limits
    testing = TestAnalytics(configuration, deliveringTo: destination, clock: clock)
  }

  var bodies: [[UInt8]] { network.requests.map(\.body) }
  var outcomes: [Outcome] { testing.destination.outcomes }
  var adjusted: [String: Int] { testing.adjusted }
}
