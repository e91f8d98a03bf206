import Foundation

extension DemoResult {
  /// The result for people.
  func table(_ terminal: Terminal) -> String {
    let rows: [(String, Int, String)] = [
      ("acknowledged by track()", proof.acknowledged, "in the writers' own files"),
      ("stored", proof.stored, "rows in SQLite"),
      ("  of them unacknowledged", proof.unacknowledged, "killed before the writer could note it"),
      ("duplicates that arrived", duplicatesReceived, "sent again, and not stored again"),
      ("stored twice", proof.storedTwice, ""),
      ("lost", proof.lost.count, "acknowledged, but not stored"),
    ]
    let width = rows.map { $0.1.grouped.count }.max() ?? 0
    let lines = rows.map { name, count, remark in
      let number = Self.right(count.grouped, width)
      return "  \(Self.left(name, 26)) \(number)  \(terminal.dim(remark))"
    }
    return ([terminal.bold("The proof")] + lines + ["", circumstances, ""])
      .joined(separator: "\n")
  }

  /// The last line.
  func verdict(_ terminal: Terminal) -> String {
    let text = "lost: \(proof.lost.count.grouped) · stored twice: \(proof.storedTwice.grouped)"
    return problems.isEmpty ? terminal.green(text) : terminal.red(text)
  }

  private var circumstances: String {
    let share = proxy.requests > 0 ? 100 * Double(proxy.failed) / Double(proxy.requests) : 0
    let faults = Fault.allCases.map { "\($0.name) \(proxy.faults[$0] ?? 0)" }
    let accepted = reports.reduce(0) { $0 + $1.accepted }
    let delivered = reports.reduce(0) { $0 + $1.delivered }
    let balanced = reports.filter(\.balances).count
    return """
        \(kills) kills with SIGKILL; \(proxy.requests.grouped) requests, of which \
      \(proxy.failed.grouped) (\(String(format: "%.0f", share)) %) failed
        (\(faults.joined(separator: ", "))) in \(String(format: "%.1f", seconds)) s
        the SDK's own ledgers: \(balanced) of \(reports.count) balance; \
      accepted \(accepted.grouped), delivered \(delivered.grouped)
      """
  }

  private static func left(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
