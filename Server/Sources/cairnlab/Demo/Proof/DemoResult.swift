/// All that a finished demo has to say.
struct DemoResult: Sendable {
  let destinations: [DestinationResult]
  let reports: [WriterReport]
  let kills: Int
  let seconds: Double

  /// Events for which `track()` returned; the same for every destination.
  var acknowledged: Int { destinations.first?.proof.acknowledged ?? 0 }

  var proxy: ProxyCounts { destinations.reduce(ProxyCounts()) { $0 + $1.proxy } }

  /// What went wrong, a sentence each; empty when all is well.
  var problems: [String] {
    let ofDestinations = destinations.flatMap { destination in
      destination.problems.map { "\(destination.name): \($0)" }
    }
    let ofWriters = reports.enumerated().compactMap { index, report in
      report.problem.map { "writer \(index + 1): \($0)" }
    }
    return ofDestinations + ofWriters
  }

  /// The same number of each destination, added up.
  func sum(_ number: (DestinationResult) -> Int) -> Int {
    destinations.reduce(0) { $0 + number($1) }
  }
}
