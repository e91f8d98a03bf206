import Cairn
import ToolSupport

/// The result of `bench collect`.
struct CollectReport: Encodable {
  struct Rate: Encodable {
    var perSecond: Int
    /// The processor time for each event, of all threads of the storing processes.
    var processorMicros: Double

    init(events: Int, nanoseconds: Int, processorSeconds: Double) {
      perSecond = Int(Double(events) * 1e9 / Double(max(1, nanoseconds)))
      processorMicros = CollectReport.micros(processorSeconds, events)
    }
  }

  /// A number of connections, each of which sends a batch after the response to the one before.
  struct Load: Encodable {
    var connections: Int
    var events: Rate
    /// The processor time for each event of the sending process.
    var clientProcessorMicros: Double
    /// The time from the first byte of a request to the last one of its response; from the time
    /// when it was due, if there is a rate.
    var requestNanos: Latencies
    /// The durations of the first second of a load with a rate, in which the collectors and the
    /// database are new; they are not in `requestNanos`.
    var startNanos: Latencies?
    /// The maximum of a collector.
    var peakRSSBytes: Int
  }

  struct Batch: Encodable {
    var size: Int
    var loads: [Load]
    /// The same rows by the engine alone, one transaction per batch.
    var alone: Rate
  }

  /// The engine that stores the events.
  var engine: String
  var batches: [Batch]
  /// The number of events of each run.
  var events: Int
  /// The share of repeated events.
  var repeated: Double
  /// The events that were offered in a second; nil for as many as got a response.
  var rate: Int?
  /// The number of runs, of which the median is shown.
  var runs: Int
  var machine: MachineDescription

  static func micros(_ seconds: Double, _ events: Int) -> Double {
    (seconds * 1e7 / Double(max(1, events))).rounded() / 10
  }

  /// A table for people.
  var text: String {
    let head = [
      "batch", "connections", "events/s", "ratio", "p50 ms", "p99 ms", "collector µs", "client µs",
      "memory",
    ]
    let offered = rate.map { "; \($0.grouped) a second are offered" } ?? ""
    let start = batches.flatMap(\.loads).compactMap(\.startNanos?.p99.inMillis)
    let note =
      start.isEmpty
      ? ""
      : "\np50, p99: without the first second, whose p99 is \(start.joined(separator: ", ")) ms"
    return """
      \(TextTable.text([head] + batches.flatMap(rows)))

      \(events.grouped) events a run, \(Int(repeated * 100)) % of which came before\(offered); \
      medians of \(runs)
      ratio: to \(engine) alone; µs: processor time for an event; memory: the maximum of a collector\
      \(note)
      \(machine.text)
      """
  }

  private func rows(_ batch: Batch) -> [[String]] {
    let alone = batch.alone
    return batch.loads.map { load in
      [
        "\(batch.size)", "\(load.connections)", load.events.perSecond.grouped,
        "\(Double(load.events.perSecond * 100 / max(1, alone.perSecond)) / 100)",
        load.requestNanos.p50.inMillis, load.requestNanos.p99.inMillis,
        "\(load.events.processorMicros)", "\(load.clientProcessorMicros)",
        load.peakRSSBytes.inBytes,
      ]
    } + [
      ["\(batch.size)", "alone", alone.perSecond.grouped, "1.0", "-", "-", "-", "-", "-"]
    ]
  }
}

extension Int {
  /// Nanoseconds as milliseconds.
  var inMillis: String { "\(Double(self / 10_000) / 100)" }
}
