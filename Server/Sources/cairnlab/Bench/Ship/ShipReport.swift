import Cairn
import ToolSupport

/// The times of one run of `bench ship`, in nanoseconds.
struct ShipRun: Sendable {
  var shipments: Int
  var shipping: Int
  /// The same rows from PostgreSQL alone.
  var reading: Int
  /// The same bytes into ClickHouse alone.
  var inserting: Int
}

/// The result of `bench ship`.
struct ShipReport: Encodable {
  struct Rate: Encodable {
    var perSecond: Int
  }

  var events: Int
  var shipments: Int
  var shipped: Rate
  var reading: Rate
  var inserting: Rate
  /// Reading and inserting, one after the other.
  var alone: Rate
  /// The rate of the shipper divided by that of both engines alone.
  var ratio: Double
  var runs: Int
  var machine: MachineDescription

  init(_ results: [ShipRun], events: Int, machine: MachineDescription) {
    func rate(_ time: (ShipRun) -> Int) -> Rate {
      Rate(perSecond: Int(Double(events) * 1e9 / Double(max(1, results.map(time).median ?? 1))))
    }
    self.events = events
    shipments = results.map(\.shipments).median ?? 0
    shipped = rate(\.shipping)
    reading = rate(\.reading)
    inserting = rate(\.inserting)
    alone = rate { $0.reading + $0.inserting }
    ratio =
      (Double(shipped.perSecond) / Double(max(1, alone.perSecond)) * 1_000).rounded() / 1_000
    runs = results.count
    self.machine = machine
  }

  /// A table for people.
  var text: String {
    let rows = [
      ("cairnctl ship", shipped, "\(ratio)"), ("both alone, one after the other", alone, "1.0"),
      ("PostgreSQL alone", reading, "-"), ("ClickHouse alone", inserting, "-"),
    ]
    let cells = rows.map { [$0.0, $0.1.perSecond.grouped, $0.2] }
    return """
      \(TextTable.text([["", "events/s", "ratio"]] + cells))

      \(events.grouped) events in \(shipments) shipments; medians of \(runs)
      \(machine.text)
      """
  }
}
