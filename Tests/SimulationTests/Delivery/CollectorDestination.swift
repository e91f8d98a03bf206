import Cairn
import Foundation

/// The destination in front of a collector; its bodies say exactly what is in them.
struct CollectorDestination: BackgroundDestination {
  let plan: CollectorPlan
  let settings: String

  var name: String { plan.name }
  var limits: BatchLimits { plan.limits }
  var host: String? { plan.host }

  func accepts(_ event: StoredEvent) -> Bool {
    SimulatedServer.number(event.json).map(plan.wants) ?? true
  }

  /// The events, a line each.
  func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
    var body: [UInt8] = []
    for event in events { body += event.json + [UInt8(ascii: "\n")] }
    return body
  }

  func deliver(_ batch: Batch) async -> Outcome { .accepted }

  /// What a request has behind the sealed body begins with this.
  static let end: UInt8 = 1

  func request(for batch: Batch) -> HTTPRequest {
    // The time of sending, as real ones have it: it is no part of what the key stands for.
    let end = [Self.end] + Array("\(batch.milliseconds)".utf8)
    return HTTPRequest(
      url: URL(fileURLWithPath: "/"), headers: [("Attempt", "\(batch.attempt)")],
      body: batch.body + end)
  }

  func outcome(of response: HTTPResponse, for batch: Batch) -> Outcome { Outcome(response) }
}
