import ToolSupport
/// Simulates all variants of a fleet in parallel.
enum FleetRun {
  /// Returns the results in the order of the variants.
  static func results(_ plan: FleetPlan) async -> [FleetResult] {
    let variants = FleetVariant.allCases
    let total = variants.count * Int(plan.length)
    let bar = ProgressBar("simulating", total: total) { $0.inTime }
    defer { bar.end() }
    let results = await withTaskGroup(of: FleetResult.self) { group in
      for variant in variants {
        group.addTask {
          var simulation = FleetSimulation(plan, variant)
          return simulation.run(progress: bar.advance)
        }
      }
      return await group.reduce(into: [FleetVariant: FleetResult]()) { $0[$1.variant] = $1 }
    }
    return variants.compactMap { results[$0] }
  }
}
