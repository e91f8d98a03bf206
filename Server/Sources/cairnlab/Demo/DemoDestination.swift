import CairnCollector
import Logging

/// One destination of a demo: a collector with a database of its own, behind a proxy of its own.
@available(macOS 14, *)
struct DemoDestination: Sendable {
  /// Also the write key and the project.
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
    // Its log would tear the display; what matters here is in the proof.
    let logger = Logger(label: "cairn.collector") { _ in SwiftLogNoOpLogHandler() }
    collector = try Collector(configuration, logger: logger)
  }

  /// Makes them, named by their weather; from the second of a kind with a number.
  static func all(_ plan: DemoPlan, _ folder: DemoFolder) throws -> [DemoDestination] {
    try plan.weathers.enumerated().map { index, weather in
      let round = index / Weather.allCases.count
      let name = round == 0 ? weather.rawValue : "\(weather.rawValue)-\(round + 1)"
      return try DemoDestination(name, database: folder.database(name))
    }
  }

  /// Runs the collectors of all for as long as the work takes, then has them finish.
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
