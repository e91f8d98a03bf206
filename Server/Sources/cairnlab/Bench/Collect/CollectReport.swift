import Cairn
import ToolSupport

/// The result of `bench collect`.
struct CollectReport: Encodable {
  struct Rate: Encodable {
    var perSecond: Int
    /// The processor time for each event, of all threads of the storing process.
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
    /// The time from the first byte of a request to the last one of its response.
    var requestNanos: Latencies
    var peakRSSBytes: Int
  }

  struct Batch: Encodable {
    var size: Int
    var loads: [Load]
    /// The same rows by one connection to SQLite, one transaction per batch.
    var sqlite: Rate
  }

  var batches: [Batch]
  /// The number of events of each run.
  var events: Int
  /// The share of repeated events.
  var repeated: Double
  var machine: MachineDescription

  static func micros(_ seconds: Double, _ events: Int) -> Double {
    (seconds * 1e7 / Double(max(1, events))).rounded() / 10
  }

  /// A table for people.
  var text: String {
    let head = [
      "batch", "connections", "events/s", "to SQLite", "p50 ms", "p99 ms", "server µs", "client µs",
      "memory",
    ]
    return """
      \(TextTable.text([head] + batches.flatMap(rows)))

      \(events.grouped) events a run, \(Int(repeated * 100)) % of which came before; µs are processor time for an event
      \(machine.text)
      """
  }

  private func rows(_ batch: Batch) -> [[String]] {
    let sqlite = batch.sqlite
    return batch.loads.map { load in
      [
        "\(batch.size)", "\(load.connections)", load.events.perSecond.grouped,
        "\(Double(load.events.perSecond * 100 / max(1, sqlite.perSecond)) / 100)",
        load.requestNanos.p50.inMillis, load.requestNanos.p99.inMillis,
        "\(load.events.processorMicros)", "\(load.clientProcessorMicros)",
        load.peakRSSBytes.inBytes,
      ]
    } + [
      [
        "\(batch.size)", "SQLite", sqlite.perSecond.grouped, "1.0", "-", "-",
        "\(sqlite.processorMicros)", "-", "-",
      ]
    ]
  }
}

extension Int {
  /// Nanoseconds as milliseconds.
  var inMillis: String { "\(Double(self / 10_000) / 100)" }
}
