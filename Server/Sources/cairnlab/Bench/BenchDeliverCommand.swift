import ArgumentParser
import Cairn
import Foundation

/// Measures the delivery of a backlog.
struct BenchDeliverCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deliver",
    abstract: "Measure the delivery of a backlog: read, pack, gzip, seal, settle.",
    discussion: """
      The journal is written by one process and delivered by a new one to a destination that \
      accepts everything at once: the benchmark measures the SDK without a network. With \
      --collector, to a collector with SQLite on this machine, which syncs each batch.
      """)

  @Flag(help: "Print JSON instead of lines.") var json = false
  @Option(help: "Undelivered events; 1 or more.") var events = 200_000
  @Option(help: "The most events in a batch; 1 or more.") var batch = BatchLimits().events
  @Flag(help: "Deliver to a collector on this machine, over HTTP.") var collector = false
  @Option(help: .private) var write: String?
  @Option(help: .private) var read: String?

  func validate() throws {
    if events < 1 { throw ValidationError("At least one event is required.") }
    if batch < 1 { throw ValidationError("A batch has at least one event.") }
  }

  func run() async throws {
    if let write { return try await DeliverBenchmark.write(events, to: write) }
    if let read {
      let report =
        collector
        ? try await DeliverBenchmark.deliverToCollector(from: read, limits: limits)
        : try await DeliverBenchmark.deliver(from: read, limits: limits)
      return print(try report.json())
    }
    let folder = NSTemporaryDirectory() + "cairn-bench-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let arguments = ["deliver", "--events", "\(events)", "--batch", "\(batch)"]
    _ = try BenchProcess.run(arguments + ["--write", folder])
    let output = try BenchProcess.run(
      arguments + ["--read", folder] + (collector ? ["--collector"] : []))
    let report = try JSONDecoder().decode(DeliverReport.self, from: output)
    print(json ? try report.json() : report.text)
  }

  /// The limits of a batch: for each 500 events, the usual limit of bytes.
  private var limits: BatchLimits {
    let usual = BatchLimits()
    return BatchLimits(events: batch, bytes: max(1, batch / usual.events) * usual.bytes)
  }
}
