import ToolSupport
import Cairn
import CairnServer
import Foundation

/// Writes a backlog in one process, and delivers it in another.
enum DeliverBenchmark {
  /// Accepts everything at once, after sealing it as for HTTP, and counts the bytes.
  private final class Sink: Destination {
    let name = "sink"
    let wire: HTTPDestination
    let bytes = Locked((plain: 0, sealed: 0))
    var limits: BatchLimits { wire.limits }

    init(_ wire: HTTPDestination) { self.wire = wire }

    func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
      wire.seal(events, context: context)
    }

    func deliver(_ batch: Batch) async -> Outcome {
      bytes.withLock { bytes in
        bytes.plain += batch.events.reduce(0) { $0 + $1.json.count }
        bytes.sealed += batch.body.count
      }
      return .accepted
    }
  }

  /// Accepts nothing, and seals as for HTTP.
  private struct Closed: Destination {
    let name = "sink"
    let wire: HTTPDestination

    func seal(_ events: [StoredEvent], context: [UInt8]) -> [UInt8] {
      wire.seal(events, context: context)
    }

    func deliver(_ batch: Batch) async -> Outcome { .halted(reason: "bench") }
  }

  static func write(_ events: Int, to folder: String) async throws {
    var configuration = Configuration(destinations: [Closed(wire: try wire())])
    configuration.directory = URL(fileURLWithPath: folder)
    configuration.journal.bytes = 1 << 40
    configuration.diagnostics = { _ in }
    let analytics = Analytics(configuration)
    // The batch that is sealed at once has one event, which costs the next process nothing.
    for number in 0..<events {
      analytics.track(BenchEvent.name, BenchEvent.properties(number))
    }
    await analytics.close(flushingForSeconds: 0)
  }

  static func deliver(from folder: String, limits: BatchLimits) async throws -> DeliverReport {
    let sink = Sink(try wire(limits))
    var report = try await deliver(to: sink, from: folder)
    (report.jsonBytes, report.sealedBytes) = sink.bytes.withLock { ($0.plain, $0.sealed) }
    return report
  }

  /// Delivers to a collector in a process of its own.
  static func deliverToCollector(
    from folder: String, limits: BatchLimits
  ) async throws -> DeliverReport {
    let collector = try CollectorProcess(database: folder + "/collector.sqlite", keys: ["bench"])
    guard let url = URL(string: "http://127.0.0.1:\(collector.port)") else {
      throw URLError(.badURL)
    }
    let destination = HTTPDestination(
      endpoint: url, writeKey: "bench", name: "sink", limits: limits,
      transport: AsyncHTTPClientTransport())
    let report = try await deliver(to: destination, from: folder)
    guard try collector.usage().stored == report.events else {
      throw CollectorProcess.Failure(description: "the collector has not stored all events")
    }
    try collector.end()
    return report
  }

  private static func deliver(
    to destination: any Destination, from folder: String
  ) async throws -> DeliverReport {
    var configuration = Configuration(destinations: [destination])
    configuration.directory = URL(fileURLWithPath: folder)
    configuration.journal.bytes = 1 << 40
    configuration.flushAt = 100_000
    let memory = ResidentMemory.bytes
    let start = (wall: Stopwatch.nanoseconds(), processor: ProcessorTime.seconds)
    let analytics = Analytics(configuration)
    await analytics.flush()
    let wall = Double(Stopwatch.nanoseconds() - start.wall) / 1e9
    let processor = ProcessorTime.seconds - start.processor
    let row = analytics.ledger().destinations[0]
    return DeliverReport(
      events: Int(row.delivered), eventsPerSecond: Int(Double(row.delivered) / wall),
      eventsPerProcessorSecond: Int(Double(row.delivered) / processor),
      jsonBytes: 0, sealedBytes: 0,
      rssBytes: ResidentMemory.bytes - memory,
      peakRSSBytes: max(0, ResidentMemory.peak - memory))
  }

  private static func wire(_ limits: BatchLimits = BatchLimits()) throws -> HTTPDestination {
    guard let url = URL(string: "http://127.0.0.1") else { throw URLError(.badURL) }
    return HTTPDestination(endpoint: url, writeKey: "bench", limits: limits)
  }
}
