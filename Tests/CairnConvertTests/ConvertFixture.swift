import Cairn
import CairnConvert
import CairnTesting
import Foundation

/// An app whose reports go to a stub of the service, on a device in memory.
struct ConvertFixture {
  let clock = ManualClock()
  let storage = TestStorage()
  let network = RecordingTransport()

  func launch(
    unknownOutcome: UnknownOutcome = .sendAgain, secret: String? = nil, server: URL? = nil,
    redaction: [RedactionRule] = []
  ) -> Analytics {
    let convert = ConvertDestination(
      sdkKey: "10001/20002", secret: secret, unknownOutcome: unknownOutcome, schedule: nil,
      server: server, transport: network)
    var configuration = Configuration(destinations: [convert])
    configuration.syncPolicy = .never
    configuration.diagnostics = { _ in }
    configuration.redaction = redaction
    configuration.retry.firstDelay = 1
    // The tests flush: a delivery that starts by the number of events could begin during recording.
    configuration.flushAt = 100_000
    return Analytics(configuration.testing(clock: clock, storage: storage))
  }

  /// Every received event, including requests without a response: the visitor, and the report.
  var arrived: [String] { network.requests.flatMap(\.reports) }
}

extension Analytics {
  func expose(
    _ visitor: String, _ experience: String = "30003", _ variation: String = "40004",
    project: String = "20002", segments: [String: Value] = [:], key: String? = nil
  ) {
    var properties: [String: Value] = [
      "visitor_id": .string(visitor), "account_id": "10001", "project_id": .string(project),
      "experiment_id": .string(experience), "variation_id": .string(variation),
    ]
    if !segments.isEmpty { properties["segments"] = .object(segments) }
    if let key { properties["key"] = .string(key) }
    recordReport(.experimentViewed, properties)
  }

  func convert(
    _ visitor: String, _ goal: String = "50005", data: [String: Value] = [:],
    bucketing: [String: Value] = ["30003": "40004"], segments: [String: Value] = [:],
    key: String? = nil
  ) {
    var properties: [String: Value] = [
      "visitor_id": .string(visitor), "account_id": "10001", "project_id": "20002",
      "goal_id": .string(goal), "bucketing": .object(bucketing), "segments": .object(segments),
    ]
    if !data.isEmpty { properties["goal_data"] = .object(data) }
    if let key { properties["key"] = .string(key) }
    recordReport(.goalCompleted, properties)
  }

  /// Stops as a killed process does: nothing is closed or delivered.
  func kill() async { await engine?.stop() }

  var pending: [UInt64] { ledger().destinations.map(\.pending) }
}

extension HTTPRequest {
  var json: Value? { Value(json: body) }

  private var visitors: [[String: Any]] {
    let json = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
    return json?["visitors"] as? [[String: Any]] ?? []
  }

  /// The visitor and their reports in a short form.
  var reports: [String] {
    visitors.flatMap { visitor in
      (visitor["events"] as? [[String: Any]] ?? []).map { event in
        let data = event["data"] as? [String: Any]
        let subject = data?["variationId"] ?? data?["goalId"]
        return "\(visitor["visitorId"] ?? "") \(subject ?? "")"
      }
    }
  }

  var visitorIDs: [String] { visitors.compactMap { $0["visitorId"] as? String } }
}

/// Returns the content of a file beside the tests.
func fixture(_ name: String) throws -> Value {
  let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
    path: "Fixtures/\(name)")
  guard let value = Value(json: try Data(contentsOf: url)) else {
    throw CocoaError(.coderReadCorrupt)
  }
  return value
}
