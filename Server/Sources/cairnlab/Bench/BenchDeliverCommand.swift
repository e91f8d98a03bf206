import ArgumentParser
import Foundation

/// Measures the delivery of a backlog.
struct BenchDeliverCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deliver",
    abstract: "Measure the delivery of a backlog: read, pack, gzip, seal, settle.",
    discussion: """
      The journal is written by one process and delivered by a new one, in batches of 500, to a \
      destination that accepts everything at once: the benchmark measures the SDK without a \
      network. With --collector, to a collector with SQLite on this machine, which syncs each batch.
      """)

  @Flag(help: "Print JSON instead of lines.") var json = false
  @Option(help: "Undelivered events; 1 or more.") var events = 200_000
  @Flag(help: "Deliver to a collector on this machine, over HTTP.") var collector = false
  @Option(help: .private) var write: String?
  @Option(help: .private) var read: String?

  func validate() throws {
    if events < 1 { throw ValidationError("At least one event is required.") }
  }

  func run() async throws {
    if let write { return try await DeliverBenchmark.write(events, to: write) }
    if let read {
      let report =
        collector
        ? try await DeliverBenchmark.deliverToCollector(from: read)
        : try await DeliverBenchmark.deliver(from: read)
      return print(try report.json())
    }
    let folder = NSTemporaryDirectory() + "cairn-bench-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let arguments = ["deliver", "--events", "\(events)"]
    _ = try BenchProcess.run(arguments + ["--write", folder])
    let output = try BenchProcess.run(
      arguments + ["--read", folder] + (collector ? ["--collector"] : []))
    let report = try JSONDecoder().decode(DeliverReport.self, from: output)
    print(json ? try report.json() : report.text)
  }
}
