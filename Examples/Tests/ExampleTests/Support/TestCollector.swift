import CairnCollector
import Foundation
import Logging

/// A real collector in this process that can be stopped and started again.
///
/// It keeps its port and its stored events.
actor TestCollector {
  /// The parts of a stored event that these tests use.
  struct Event: Decodable {
    struct Properties: Decodable {
      var characters: Int?
      var id: String?
      var words: Int?
    }
    var event: String
    var properties: Properties
  }

  private struct Page: Decodable {
    struct Row: Decodable {
      var event: Event
    }
    var events: [Row]
    var next: Int?
  }

  private let databasePath: String
  private var port = 0
  private var running: (collector: Collector, task: Task<Void, any Error>)?

  init(in folder: TemporaryFolder) async throws {
    databasePath = folder.path("events.sqlite")
    try await start()
  }

  var address: String { "http://127.0.0.1:\(port)" }

  func start() async throws {
    var configuration = CollectorConfiguration(databasePath: databasePath)
    configuration.port = port
    let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let collector = try Collector(configuration, logger: quiet)
    running = (collector, Task { try await collector.run() })
    port = try await collector.boundPort()
  }

  func stop() async throws {
    await running?.collector.stop()
    try await running?.task.value
    running = nil
  }

  /// All stored events, in order of arrival.
  func events() async throws -> [Event] {
    var events: [Event] = []
    var after: Int? = 0
    while let start = after {
      let page = try await HTTP.get("\(address)/v1/events?limit=1000&after=\(start)")
      let decoded = try JSONDecoder().decode(Page.self, from: page)
      events += decoded.events.map(\.event)
      after = decoded.next
    }
    return events
  }

  /// The stored orders, in order of arrival.
  func orders() async throws -> [String] {
    try await events().filter { $0.event == "Order Completed" }.compactMap(\.properties.id)
  }

  /// Returns when all these orders are stored, or after five minutes, which only a hanging test
  /// reaches.
  func wait(for orders: [String]) async throws {
    let wanted = Set(orders)
    let deadline = ContinuousClock.now + .seconds(300)
    while ContinuousClock.now < deadline {
      if try await wanted.isSubset(of: self.orders()) { return }
      // tidy:allow(sleep) Another process delivers, whose clock no test can move; the condition decides.
      try await Task.sleep(for: .milliseconds(20))
    }
  }
}
