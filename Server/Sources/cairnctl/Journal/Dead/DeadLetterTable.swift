import ToolSupport
import Cairn

/// The list of dead letters for people: one line each, truncated to the width of a terminal if
/// there is one.
struct DeadLetterTable {
  private static let gap = "  "
  private static let fewestOfReason = 8
  let rows: [DeadLetterRow]
  /// The maximum width; nil when lines may have any length.
  let width: Int?

  var text: String {
    let rows = [["refused, UTC", "to", "event", "id", "status", "reason"]] + rows.map(cells)
    let widths = (0..<5).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { line($0, widths) }.joined(separator: "\n")
  }

  private func cells(_ row: DeadLetterRow) -> [String] {
    let time = Timestamp.text(row.letter.refusedAt)
    let id = row.letter.id.description
    return [
      width == nil ? time : "\(time.prefix(10)) \(time.dropFirst(11).prefix(5))",
      cut(row.destination, to: 12), cut(row.name.printable, to: 20),
      width == nil ? id : String(id.suffix(8)),
      row.letter.rejection.status.map { "\($0)" } ?? "-",
      why(row.letter.rejection).printable,
    ]
  }

  /// Returns the reason.
  ///
  /// The status has a separate column; if the reason is only the status, the answer says more.
  private func why(_ rejection: DeliveryRejection) -> String {
    guard let answer = rejection.answer, let status = rejection.status,
      rejection.reason == "status \(status)"
    else { return rejection.reason }
    return answer
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    let columns = zip(cells, widths).map { cell, width in
      cell + String(repeating: " ", count: width - cell.count)
    }
    let start = columns.joined(separator: Self.gap) + Self.gap
    let room = max((width ?? .max) - start.count, Self.fewestOfReason)
    return start + cut(cells[5], to: room)
  }

  private func cut(_ text: String, to length: Int) -> String {
    guard width != nil, text.count > length else { return text }
    return text.prefix(length - 1) + "…"
  }
}
