extension FleetReport: Encodable {
  private enum Key: String, CodingKey {
    case devices, destinations, outageMinutes, hours, capacity, answer, seed, problems, variants
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(plan.devices, forKey: .devices)
    try container.encode(plan.destinations, forKey: .destinations)
    try container.encode(plan.outage / 60_000, forKey: .outageMinutes)
    try container.encode(Double(plan.length) / 3_600_000, forKey: .hours)
    try container.encode(plan.collectorCapacity, forKey: .capacity)
    try container.encode(plan.answer, forKey: .answer)
    try container.encode(plan.seed, forKey: .seed)
    try container.encode(problems, forKey: .problems)
    try container.encode(results.map(VariantReport.init), forKey: .variants)
  }
}
