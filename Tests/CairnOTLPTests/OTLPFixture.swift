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
    _ answers: RecordingTransport.Answer..., context: [String: Value] = FixedContext.phone,
    asContext: Bool = false, clock: ManualClock = ManualClock(), compresses: Bool = false,
    statuses: StatusTable = .otlp
  ) throws {
    network = RecordingTransport()
    guard let url = URL(string: "https://example.com") else { throw URLError(.badURL) }
    for answer in answers { network.answerNext(answer) }
    var configuration = Configuration(destinations: [])
    if !asContext {
      configuration.context = []
      configuration.enrichers = [FixedContext(context)]
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

  var bodies: [[UInt8]] { network.requests.map(\.body) }
  /// The log lines.
  var said: [String] { log.items }
  var outcomes: [Outcome] { testing.destination.outcomes }
  var adjusted: [String: Int] { testing.adjusted }
}
