#if canImport(PostgreSQLClient)
import ArgumentParser
import Foundation
import ToolSupport

/// Measures `cairnctl ship`.
struct BenchShipCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ship",
    abstract: "Measure how fast events are shipped, compared with both engines alone.",
    discussion: """
      Starts a server of PostgreSQL and one of ClickHouse in the folder, and stores events through \
      a collector. Each run ships all of them into a new table with `cairnctl ship`, a \
      separate process. Then, for each shipment, the same rows are read from PostgreSQL and \
      dropped, and the same bytes are inserted into an equal table of ClickHouse.

      Needs PostgreSQL and ClickHouse, which `Scripts/bootstrap cluster` installs.

      --json prints an object: events, shipments, shipped.perSecond, reading.perSecond \
      (PostgreSQL alone), inserting.perSecond (ClickHouse alone), alone.perSecond (one after the \
      other), ratio, runs, machine.
      """)

  @Flag(help: "Print JSON instead of a table.") var json = false
  @Option(help: "The number of events, rounded up to batches of 500; 1 or more.")
  var events = 1_000_000
  @Option(help: "Runs, whose median is shown, 1 to 99.") var runs = 1
  @Option(help: "A folder on the disk to measure.") var folder = NSTemporaryDirectory()

  func validate() throws {
    guard events >= 1, (1...99).contains(runs) else {
      throw ValidationError("A number is out of its range; see --help.")
    }
  }

  func run() async throws {
    let total = ShipBenchmark.total(events)
    let bar = ProgressBar("events", total: total * (1 + runs)) { $0.grouped }
    let results = try await ShipBenchmark(events: events, runs: runs, folder: folder) {
      bar.advance(by: $0)
    }.run()
    bar.end()
    let report = ShipReport(results, events: total, machine: MachineDescription(folder: folder))
    print(json ? try StableJSON.text(report) : report.text)
  }
}
#endif
