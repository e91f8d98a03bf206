import ArgumentParser
import Foundation
import ToolSupport

/// Measures the throughput of the collector.
struct BenchCollectCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "collect",
    abstract: "Measure how many events the collector stores, compared with SQLite alone.",
    discussion: """
      The collector is a separate process with a new database for each run, and syncs each commit. \
      Every connection sends its next batch after the response to the one before. Then one \
      connection to SQLite inserts the same rows into the same table, one transaction per batch. \
      Processor time is the sum of all threads of a process.

      --json prints an object: batches (size; loads with connections, events.perSecond, \
      events.processorMicros, clientProcessorMicros, requestNanos and peakRSSBytes; \
      sqlite.perSecond and .processorMicros), events, repeated, machine.
      """)

  @Flag(help: "Print JSON instead of a table.") var json = false
  @Option(help: "Events of each run; 1 or more.") var events = 100_000
  @Option(parsing: .upToNextOption, help: "Events of a batch, 1 to 500.")
  var batches = [20, 100, 500]
  @Option(parsing: .upToNextOption, help: "Connections, 1 to 100.")
  var connections = [1, 8, 64]
  @Option(help: "The share of repeated events, 0 to 0.5.") var repeated = 0.1
  @Option(help: "A folder on the disk to measure.") var folder = NSTemporaryDirectory()

  func validate() throws {
    guard events >= 1, !batches.isEmpty, batches.allSatisfy({ (1...500).contains($0) }),
      !connections.isEmpty, connections.allSatisfy({ (1...100).contains($0) }),
      (0...0.5).contains(repeated)
    else { throw ValidationError("A number is out of its range; see --help.") }
  }

  func run() async throws {
    let path = URL(fileURLWithPath: folder).path + "/cairn-bench-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let benchmark = CollectBenchmark(folder: path, events: events, repeatedShare: repeated)
    let bar = ProgressBar("events", total: events * batches.count * (connections.count + 1)) {
      $0.grouped
    }
    let results = try await benchmark.run(batches: batches, connections: connections) {
      bar.advance(by: $0)
    }
    bar.end()
    let report = CollectReport(
      batches: results, events: events, repeated: repeated,
      machine: MachineDescription(folder: folder))
    print(json ? try StableJSON.text(report) : report.text)
  }
}
