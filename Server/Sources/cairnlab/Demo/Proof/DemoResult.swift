/// The result of a finished demo.
struct DemoResult: Sendable {
  let destinations: [DestinationResult]
  let reports: [WriterReport]
  let kills: Int
  let seconds: Double

  /// The number of events for which `track()` returned; the same for every destination.
  var acknowledged: Int { destinations.first?.proof.acknowledged ?? 0 }

  var proxy: ProxyCounts { destinations.reduce(ProxyCounts()) { $0 + $1.proxy } }

  /// The problems, one sentence each; empty when there are none.
  var problems: [String] {
    let ofDestinations = destinations.flatMap { destination in
      destination.problems.map { "\(destination.name): \($0)" }
    }
    let ofWriters = reports.enumerated().compactMap { index, report in
      report.problem.map { "writer \(index + 1): \($0)" }
    }
    return ofDestinations + ofWriters
  }

  /// Returns the sum of a number over all destinations.
  func sum(_ number: (DestinationResult) -> Int) -> Int {
    destinations.reduce(0) { $0 + number($1) }
  }
}
