import ArgumentParser
import Foundation
import ToolSupport

/// Measures the throughput of the collector.
struct BenchCollectCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "collect",
    abstract: "Measure how many events collectors store, compared with the engine alone.",
    discussion: """
      A collector is a separate process. Each run has a new database, and each commit is synced. \
      Every connection sends its next batch after the response to the one before. Then the same \
      rows are inserted into the same table without a collector, one transaction per batch. \
      Processor time is the sum of all threads of a process.

      --store sqlite is one collector; postgresql is one collector on one server; cluster is three \
      collectors behind HAProxy, on a primary with two synchronous standbys. Servers of PostgreSQL \
      are started in the folder; `Scripts/bootstrap cluster` installs them. The engine alone has \
      as many connections as there are collectors.

      --json prints an object: engine, batches (size; loads with connections, events.perSecond, \
      events.processorMicros, clientProcessorMicros, requestNanos, startNanos with a rate, and \
      peakRSSBytes; alone.perSecond and .processorMicros), events, repeated, rate, runs, machine. \
      With a rate, the times of the first second are not in requestNanos, but in startNanos.
      """)

  enum Store: String, CaseIterable, ExpressibleByArgument { case sqlite, postgresql, cluster }

  @Flag(help: "Print JSON instead of a table.") var json = false
  @Option(help: "What the events are stored in: sqlite, postgresql or cluster.")
  var store = Store.sqlite
  @Option(help: "Events of each run; 1 or more.") var events = 100_000
  @Option(parsing: .upToNextOption, help: "Events of a batch, 1 to 500.")
  var batches = [20, 100, 500]
  @Option(parsing: .upToNextOption, help: "Connections, 1 to 100.")
  var connections = [1, 8, 64]
  @Option(help: "The share of repeated events, 0 to 0.5.") var repeated = 0.1
  @Option(help: "Events offered in a second, 1 to 1000000; as many as are answered without it.")
  var rate: Int?
  @Option(help: "Runs of each load; that with the median rate, or p99, is shown; 1 to 99.")
  var runs = 1
  @Option(help: "A folder on the disk to measure.") var folder = NSTemporaryDirectory()
  @Option(help: "Write a chart as an SVG file.") var chart: String?

  func validate() throws {
    guard events >= 1, !batches.isEmpty, batches.allSatisfy({ (1...500).contains($0) }),
      !connections.isEmpty, connections.allSatisfy({ (1...100).contains($0) }),
      (0...0.5).contains(repeated), rate.map({ (1...1_000_000).contains($0) }) ?? true,
      (1...99).contains(runs)
    else { throw ValidationError("A number is out of its range; see --help.") }
  }

  func run() async throws {
    let path = URL(fileURLWithPath: folder).path + "/cairn-bench-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let plan = CollectPlan(
      events: events, batches: batches, connections: connections, repeatedShare: repeated,
      rate: rate, runs: runs)
    let report = try await measure(plan, in: path)
    if let chart {
      try CollectChart(report).svg.write(toFile: chart, atomically: true, encoding: .utf8)
    }
    print(json ? try StableJSON.text(report) : report.text)
  }

  private func measure(_ plan: CollectPlan, in path: String) async throws -> CollectReport {
    let loads = batches.count * (connections.count + 1) * runs
    let bar = ProgressBar("events", total: events * loads) { $0.grouped }
    let report = try await withStore(in: path) { store in
      CollectReport(
        engine: store.engine,
        batches: try await CollectBenchmark(store: store, plan: plan) { bar.advance(by: $0) }.run(),
        events: events, repeated: repeated, rate: rate, runs: runs,
        machine: MachineDescription(folder: folder))
    }
    bar.end()
    return report
  }

  private func withStore<Result>(
    in path: String, _ body: (any CollectStore) async throws -> Result
  ) async throws -> Result {
    switch store {
    case .sqlite: return try await body(SQLiteCollectStore(folder: path))
    case .postgresql, .cluster:
      #if canImport(PostgreSQLClient)
      let servers = try await PostgreSQLCollectStore(in: path, isCluster: store == .cluster)
      defer { servers.end() }
      return try await body(servers)
      #else
      throw ValidationError("This system has no client of PostgreSQL.")
      #endif
    }
  }
}
