import CairnCollector
import Logging

/// One destination of a demo: a collector with its own database, behind its own proxy.
@available(macOS 14, *)
struct DemoDestination: Sendable {
  /// The name, which is also the write key and the project.
  let name: String
  let database: String
  let collector: Collector

  init(
    _ name: String, database: String, _ adjust: (inout CollectorConfiguration) -> Void = { _ in }
  ) throws {
    self.name = name
    self.database = database
    var configuration = CollectorConfiguration(databasePath: database)
    configuration.port = 0
    configuration.writeKeys = [name: name]
    adjust(&configuration)
    // The collector's log would disturb the display; the proof contains the results.
    let logger = Logger(label: "cairn.collector") { _ in SwiftLogNoOpLogHandler() }
    collector = try Collector(configuration, logger: logger)
  }

  /// Creates the destinations, named by their weather, with a number from the second of a kind.
  static func all(_ plan: DemoPlan, _ folder: DemoFolder) throws -> [DemoDestination] {
    try plan.weathers.enumerated().map { index, weather in
      let round = index / Weather.allCases.count
      let name = round == 0 ? weather.rawValue : "\(weather.rawValue)-\(round + 1)"
      return try DemoDestination(name, database: folder.database(name))
    }
  }

  /// Runs all collectors during the work, then shuts them down.
  static func running<Result: Sendable>(
    _ destinations: [DemoDestination], _ work: () async throws -> Result
  ) async throws -> Result {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for destination in destinations { group.addTask { try await destination.collector.run() } }
      defer { group.cancelAll() }
      let result = try await work()
      for destination in destinations { await destination.collector.stop() }
      try await group.waitForAll()
      return result
    }
  }
}
