import ToolSupport
import Foundation

extension DemoResult {
  /// Returns the result for people.
  func table(_ terminal: Terminal) -> String {
    let title = terminal.bold("The proof")
    let remark = terminal.dim("in the writers' own files")
    let acknowledged = "  acknowledged by track()  \(acknowledged.grouped)  \(remark)"
    return
      ([title, acknowledged, ""] + rows + [""] + explanations.map(terminal.dim)
      + [""] + faults(terminal.width) + [circumstances, ""]).joined(separator: "\n")
  }

  /// Returns the last line.
  func verdict(_ terminal: Terminal) -> String {
    let text =
      "lost: \(sum(\.proof.lost.count).grouped) · stored twice: \(sum(\.proof.storedTwice).grouped)"
      + " · out of order: \(sum(\.proof.outOfOrder).grouped)"
    return problems.isEmpty ? terminal.green(text) : terminal.red(text)
  }

  private var rows: [String] {
    let head = row(
      "destination", ["stored", "extra", "again", "twice", "disorder", "lost", "ledger"])
    return [head]
      + destinations.map { destination in
        let proof = destination.proof
        let numbers = [
          proof.stored, proof.unacknowledged, destination.duplicatesReceived, proof.storedTwice,
          proof.outOfOrder, proof.lost.count,
        ]
        let balance = destination.ledger.balances ? "balances" : "WRONG"
        return row(destination.name, numbers.map(\.grouped) + [balance])
      }
  }

  private func row(_ name: String, _ columns: [String]) -> String {
    "  \(name.aligned(11)) \(columns.map { $0.alignedRight(8) }.joined(separator: " "))"
  }

  private var explanations: [String] {
    [
      "  stored    rows in SQLite",
      "  extra     of these, the writer was killed before it recorded that track() returned",
      "  again     received again, and not stored again",
      "  disorder  stored after a later event of the same process",
      "  ledger    the SDK's counters; its delivered events are the stored ones",
    ]
  }

  private func faults(_ width: Int) -> [String] {
    Fault.Kind.allCases.flatMap { kind in
      let items = Fault.allCases.filter { $0.kind == kind }
        .map { "\($0.name) \((proxy.faults[$0] ?? 0).grouped)" }
      return Paragraph.lines(kind.rawValue.aligned(15), items, width: width - 1)
    }
  }

  private var circumstances: String {
    let share = proxy.requests > 0 ? 100 * Double(proxy.failed) / Double(proxy.requests) : 0
    return """

        \(kills) kills with SIGKILL; \(proxy.requests.grouped) requests, of which \
      \(proxy.failed.grouped) (\(String(format: "%.0f", share)) %) met a fault
        \(String(format: "%.1f", seconds)) s
      """
  }
}
