import Cairn
import Foundation

/// The destination in front of a collector, whose bodies list their events exactly.
struct CollectorDestination: BackgroundDestination {
  let plan: CollectorPlan
  let settings: String

  var name: String { plan.name }
  var limits: BatchLimits { plan.limits }
  var host: String? { plan.host }

  func accepts(_ event: StoredEvent) -> Bool {
    SimulatedServer.number(event.json).map(plan.wants) ?? true
  }

  /// Seals the events, one per line.
  func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
    var body: [UInt8] = []
    for event in events { body += event.json + [UInt8(ascii: "\n")] }
    return body
  }

  func deliver(_ batch: Batch) async -> Outcome { .accepted }

  /// The first byte after the sealed body in a request.
  static let end: UInt8 = 1

  func request(for batch: Batch) -> HTTPRequest? {
    // The time of sending, as in real requests, which the key does not cover.
    let end = [Self.end] + Array("\(batch.milliseconds)".utf8)
    return HTTPRequest(
      url: URL(fileURLWithPath: "/"), headers: [("Attempt", "\(batch.attempt)")],
      body: batch.body + end)
  }

  func outcome(of response: HTTPResponse, for batch: Batch) -> Outcome { Outcome(response) }
}
