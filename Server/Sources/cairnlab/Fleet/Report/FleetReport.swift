/// The result of a finished simulation.
struct FleetReport: Sendable {
  let plan: FleetPlan
  let results: [FleetResult]

  /// The maximum ratio of the peak to the steady rate.
  static let limit = 3.0

  /// The problems, one sentence each; empty when there are none.
  var problems: [String] {
    var problems = results.flatMap(Self.problems)
    if let ratio = asShipped?.traffic.ratio, ratio > Self.limit {
      problems.insert(
        "as shipped: the peak is \(ratio.short) times the steady rate, more than \(Self.limit.short)",
        at: 0)
    }
    return problems
  }

  var asShipped: FleetResult? { results.first { $0.variant == .asShipped } }

  /// The chart with and without jitter; the other variants look like the first.
  var chart: RequestChart {
    let shown = results.filter { [.asShipped, .noJitter].contains($0.variant) }
    return RequestChart(shown, plan, limit: asShipped?.traffic.steady.map { $0 * Self.limit })
  }

  private static func problems(_ result: FleetResult) -> [String] {
    let name = result.variant.title
    let ledger = result.ledger
    var problems: [String] = []
    if ledger.lost > 0 { problems.append("\(name): \(ledger.lost) events lost") }
    if ledger.stored < ledger.delivered || ledger.stored > ledger.tracked {
      problems.append("\(name): the ledger does not balance: \(ledger)")
    }
    if result.variant == .asShipped, result.traffic.caughtUp == nil {
      problems.append("\(name): the backlog is not delivered by the end")
    }
    return problems
  }
}

extension FleetReport: Encodable {
  private enum Key: String, CodingKey {
    case devices, destinations, collectors, outageMinutes, hours, capacity, answer, seed, problems,
      variants
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(plan.devices, forKey: .devices)
    try container.encode(plan.destinations, forKey: .destinations)
    try container.encode(plan.collectors, forKey: .collectors)
    try container.encode(plan.outage / 60_000, forKey: .outageMinutes)
    try container.encode(Double(plan.length) / 3_600_000, forKey: .hours)
    try container.encode(plan.collectorCapacity, forKey: .capacity)
    try container.encode(plan.answer, forKey: .answer)
    try container.encode(plan.seed, forKey: .seed)
    try container.encode(problems, forKey: .problems)
    try container.encode(results.map(VariantReport.init), forKey: .variants)
  }
}

/// The result of one variant.
struct FleetResult: Equatable, Sendable {
  let variant: FleetVariant
  let ledger: FleetLedger
  let traffic: FleetTraffic
}
