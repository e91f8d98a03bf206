import ToolSupport
import Foundation

extension FleetReport {
  /// Returns the result for people.
  func text(_ terminal: Terminal) -> String {
    let lines =
      [terminal.bold("cairnlab fleet") + terminal.dim("  \(heading)"), ""]
      + chart.lines(width: terminal.width)
      + [terminal.bold(Self.header)] + results.map(Self.row)
      + ["", terminal.dim(Self.legend)] + remarks.map(terminal.dim) + ["", verdict(terminal), ""]
    return lines.joined(separator: "\n")
  }

  private var heading: String {
    let devices = plan.destinations == 1 ? "" : " × \(plan.destinations) destinations"
    let collectors = plan.collectors == 1 ? "" : " · \(plan.collectors) collectors"
    return "seed \(plan.seed) · \(plan.devices.grouped) devices\(devices)\(collectors) · "
      + "collector outage of \(Int(plan.outage).inTime)"
  }

  private static let header = columns(
    "", ["peak/s", "steady/s", "ratio", "caught up", "requests", "refused", "lost"])

  private static func row(_ result: FleetResult) -> String {
    let traffic = result.traffic
    return columns(
      result.variant.title,
      [
        traffic.peak.grouped, traffic.steady.map { Int($0.rounded()).grouped } ?? "–",
        traffic.ratio?.short ?? "–", traffic.caughtUp.map { Int($0).inTime } ?? "never",
        traffic.requests.grouped, (traffic.refused + traffic.unreachable).grouped,
        result.ledger.lost.grouped,
      ])
  }

  private static func columns(_ name: String, _ cells: [String]) -> String {
    let padded = zip(cells, [7, 10, 7, 12, 10, 10, 6]).map { cell, width in
      String(repeating: " ", count: max(1, width - cell.count)) + cell
    }
    return "  " + name.padding(toLength: 14, withPad: " ", startingAt: 0) + padded.joined()
  }

  private static let legend = """
      peak/s     the most requests in one second after the outage, including refused ones
      steady/s   requests accepted per second until 95 % of the backlog was delivered
      caught up  the time from the end of the outage
      refused    429, 503 or no connection, in the whole run
    """

  /// Explanations of rows that are equal.
  private var remarks: [String] {
    var remarks: [String] = []
    if asShipped?.traffic.refused == 0 {
      remarks.append("  As shipped, no response had a Retry-After: ignoring it changes nothing.")
    }
    if plan.destinations == 1 {
      remarks.append("  The circuit breaker affects a host's other destinations; there are none.")
    }
    return remarks
  }

  /// Returns the last line.
  private func verdict(_ terminal: Terminal) -> String {
    guard let traffic = asShipped?.traffic, let steady = traffic.steady, let ratio = traffic.ratio
    else { return terminal.red("the backlog is not delivered") }
    let lost = results.reduce(0) { $0 + $1.ledger.lost }
    let text =
      "peak \(traffic.peak.grouped)/s = \(ratio.short) × \(Int(steady.rounded()).grouped)/s, "
      + "at most \(Self.limit.short) · lost: \(lost.grouped)"
    return problems.isEmpty ? terminal.green(text) : terminal.red(text)
  }
}

extension Double {
  /// The number with one decimal, without it for an integer.
  var short: String {
    self == rounded() ? "\(Int(self))" : String(format: "%.1f", self)
  }
}
