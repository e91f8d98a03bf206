import Counterparts
import Foundation
import Logging

@testable import CairnCollector

/// A collector on a free port of 127.0.0.1 with a database in a separate folder.
struct TestCollector: Sendable {
  var collector: Collector
  var port: Int
  var client: TestClient
  var databasePath: String

  private static let turns = Turns(8)

  /// Runs a collector while the body runs, then shuts it down gracefully.
  static func run<Result: Sendable>(
    at path: String? = nil, deadlines: ConnectionDeadlines = ConnectionDeadlines(),
    logger: Logger = .quiet,
    _ adjust: @Sendable (inout CollectorConfiguration) -> Void = { _ in },
    _ body: @Sendable (TestCollector) async throws -> Result
  ) async throws -> Result {
    try await turns.take {
      try await runNow(at: path, deadlines: deadlines, logger: logger, adjust, body)
    }
  }

  private static func runNow<Result: Sendable>(
    at path: String?, deadlines: ConnectionDeadlines, logger: Logger,
    _ adjust: @Sendable (inout CollectorConfiguration) -> Void,
    _ body: @Sendable (TestCollector) async throws -> Result
  ) async throws -> Result {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    var configuration = CollectorConfiguration(databasePath: path ?? folder.path("events.sqlite"))
    configuration.port = 0
    adjust(&configuration)
    let collector = try Collector(configuration, deadlines: deadlines, logger: logger)
    async let run: Void = collector.run()
    let port = try await collector.boundPort()
    let running = TestCollector(
      collector: collector, port: port, client: TestClient(port: port),
      databasePath: configuration.databasePath)
    do {
      let result = try await body(running)
      await collector.stop()
      try await run
      return result
    } catch {
      await collector.stop()
      try? await run
      throw error
    }
  }
}

extension Logger {
  /// A logger for tests that provoke errors.
  static var quiet: Logger {
    Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
  }
}
