#if canImport(PostgreSQLClient)
import Shipping
import ToolSupport

/// Shows what a shipper does: a bar on a terminal while it catches up, else lines.
@available(macOS 14, *)
actor ShipProgress {
  private static let secondsBetweenLines = 10.0

  private let ledger: ShippingLedger
  private let terminal = Terminal.standardError
  private let once: Bool
  private var bar: ProgressBar?
  private var total = 0
  /// Since the last line.
  private var rows = 0
  private var start = Stopwatch.nanoseconds()
  private var hasFailed = false
  private var isStandby = false

  init(_ ledger: ShippingLedger, once: Bool) {
    self.ledger = ledger
    self.once = once
  }

  func show(_ report: Shipper.Report) async {
    switch report {
    case .shipped(let count): await add(count)
    case .idle: if rows > 0 { await line() }
    case .erased(let count): write("erased \(count.grouped) events")
    case .pruned(let count):
      if count > 0 { write("deleted \(count.grouped) events that retention no longer keeps") }
    case .standby:
      if !isStandby { write("waiting: another shipper is running") }
      isStandby = true
    case .failed(let reason, let seconds):
      hasFailed = true
      write("\(reason); trying again in \(max(1, Int(seconds))) s")
    }
  }

  /// Removes the bar and shows the sum.
  func end() async {
    bar?.end()
    bar = nil
    if total > 0 { write("shipped \(total.grouped) events") }
    total = 0
  }

  private func add(_ count: Int) async {
    if hasFailed || isStandby { write("shipping again") }
    (hasFailed, isStandby) = (false, false)
    total += count
    rows += count
    guard terminal.isInteractive, once else {
      if seconds >= Self.secondsBetweenLines { await line() }
      return
    }
    if bar == nil, let lag = try? await ledger.lag() {
      bar = ProgressBar("shipping", total: lag.events + total) { "\($0.grouped) events" }
    }
    bar?.advance(by: count)
  }

  private var seconds: Double { Double(Stopwatch.nanoseconds() - start) / 1e9 }

  private func line() async {
    let rate = Int(Double(rows) / max(seconds, 0.001))
    let lag = (try? await ledger.lag()).map { ", " + Self.text($0) } ?? ""
    write("shipped \(total.grouped) events, \(rate.grouped)/s\(lag)")
    rows = 0
    start = Stopwatch.nanoseconds()
  }

  private static func text(_ lag: ShippingLag) -> String {
    let more = lag.events == ShippingLag.maxEvents ? " or more" : ""
    let time = Int(lag.seconds * 1_000).inTime
    return "\(lag.events.grouped)\(more) behind" + (lag.events > 0 ? " (\(time))" : "")
  }

  private func write(_ text: String) {
    bar?.end()
    terminal.write("\(text)\n")
  }
}
#endif
