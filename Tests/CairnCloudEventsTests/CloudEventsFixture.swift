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
    _ answers: RecordingTransport.Answer..., context: [String: Value] = FixedContext.phone,
    clock: ManualClock = ManualClock(), secrets: [WebhookSecret] = [],
    maximumEventBytes: Int = 65_536
  ) throws {
    network = RecordingTransport()
    guard let url = URL(string: "https://example.com/events") else { throw URLError(.badURL) }
    for answer in answers { network.answerNext(answer) }
    var configuration = Configuration(destinations: [])
    configuration.context = []
    configuration.enrichers = [FixedContext(context)]
    configuration.diagnostics = { _ in }
    testing = TestAnalytics(
      configuration,
      deliveringTo: CloudEventsDestination(
        endpoint: url, source: "/apps/shop-ios", types: "com.example",
        maximumEventBytes: maximumEventBytes, secrets: secrets,
        headers: ["Authorization": "Bearer 0123456789"], transport: network),
      clock: clock)
  }

  var bodies: [[UInt8]] { network.requests.map(\.body) }
  var outcomes: [Outcome] { testing.destination.outcomes }
  var adjusted: [String: Int] { testing.adjusted }
}
