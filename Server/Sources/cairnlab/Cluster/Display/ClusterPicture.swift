#if canImport(PostgreSQLClient)
import Foundation
import ToolSupport

/// The lines of a running cluster.
struct ClusterPicture {
  let terminal: Terminal
  /// The seconds of the whole run.
  let goal: Double
  /// Acknowledged events a second, the last one last.
  let rates: [Double]
  /// The rows in ClickHouse, as far as known.
  let shipped: Int?

  func lines(
    _ parts: ClusterParts, _ progress: Acknowledgements.Progress, _ record: FaultDriver.Record,
    _ seconds: Double
  ) -> [String] {
    let time = "\(Int(seconds)) of \(Int(goal)) s"
    let part = parts.processes.map { process in
      let role = process === parts.database.primary.process ? "primary" : ""
      let isUp = process.isRunning
      let mark = isUp ? terminal.green("●") : terminal.red("○")
      return "  \(mark) \(process.name.aligned(14)) \((isUp ? role : "down").aligned(8)) "
        + "\(process.kills.grouped.alignedRight(4)) kills"
    }
    let numbers = [
      "",
      "  time          \(Bar.text(Int(min(seconds, goal)), of: Int(goal), width: 30))  \(time)",
      "  acknowledged  \(progress.events.grouped)",
      "  rate          \(Self.sparkline(rates)) \(Int(rates.last ?? 0).grouped) events/s",
      "  sent again    \(progress.duplicates.grouped) duplicates, "
        + "\(progress.retries.grouped) repeated requests",
      "  in ClickHouse \(shipped?.grouped ?? "–")",
      "  killing       \(record.current?.title ?? "–")",
    ]
    // Colours take no room: only lines without them are cut.
    return part + numbers.map { String($0.prefix(terminal.width - 1)) }
  }

  func line(
    _ progress: Acknowledgements.Progress, _ record: FaultDriver.Record, _ seconds: Double
  ) -> String {
    "\(Int(seconds)) s: acknowledged \(progress.events.grouped), "
      + "\(Int(rates.last ?? 0).grouped) events/s, "
      + "in ClickHouse \(shipped?.grouped ?? "none"), faults \(record.faults.values.reduce(0, +)); "
      + "killing \(record.current?.title ?? "nothing")\n"
  }

  static func sparkline(_ values: [Double]) -> String {
    let bars = Array("▁▂▃▄▅▆▇█")
    let most = max(1, values.max() ?? 1)
    return String(values.map { bars[min(7, max(0, Int($0 / most * 7.999)))] })
  }
}
#endif
