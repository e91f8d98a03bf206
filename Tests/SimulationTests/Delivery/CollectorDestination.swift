import Cairn

/// The destination in front of a collector; its bodies say exactly what is in them.
struct CollectorDestination: Destination {
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
}
