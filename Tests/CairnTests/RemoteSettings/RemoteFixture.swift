import Cairn
import CairnTesting
import Foundation

/// An app with remote settings, on a manual clock.
final class RemoteFixture: Sendable {
  let clock = ManualClock()
  let storage = TestStorage()
  let server = RecordingDestination()
  let network: RecordingTransport
  let said = Locked<[String]>([])
  private let lineSaid = AsyncStream.makeStream(of: String.self)

  init(_ answers: RecordingTransport.Answer..., otherwise: RecordingTransport.Answer = .status(500))
  {
    network = RecordingTransport(otherwise: { _ in otherwise })
    for answer in answers { network.answerNext(answer) }
  }

  static func settings(_ json: String, tag: String? = nil) -> RecordingTransport.Answer {
    .status(200, headers: tag.map { ["ETag": $0] } ?? [:], body: json)
  }

  /// Starts the SDK; returns when the refresher sleeps again.
  func start(
    interval: Double = 3_600, _ change: (inout Configuration) -> Void = { _ in }
  ) async -> Analytics {
    var configuration = Configuration(destinations: [server])
    configuration.instance = "shop"
    configuration.syncPolicy = .never
    configuration.remoteSettings = RemoteSettings(
      url: URL(filePath: "/settings"), transport: network)
    configuration.remoteSettings?.refreshInterval = interval
    configuration.diagnostics = { [self] line in
      guard line.code.hasPrefix("settings.") else { return }
      said.withLock { $0.append(line.code) }
      lineSaid.continuation.yield(line.code)
    }
    change(&configuration)
    let analytics = Analytics(configuration.testing(clock: clock, storage: storage))
    await settled()
    return analytics
  }

  /// Returns when the refresher sleeps because it has finished its work.
  func settled() async { await clock.waitForSleeper(forSeconds: 61...90_000) }

  /// Returns when a line with this code was logged; for one waiter.
  func until(_ code: String) async {
    for await line in lineSaid.stream where line == code { return }
  }

  /// Advances the clock in steps as long as the refresher's sleeps.
  func pass(seconds: Double) async {
    var rest = seconds
    while rest > 0 {
      let step = min(rest, 300)
      clock.advance(bySeconds: step)
      await settled()
      rest -= step
    }
  }

  func refused(_ analytics: Analytics) -> [RecordingFailure: UInt64] { analytics.ledger().refused }
  var lines: [String] { said.withLock { $0 } }
}
