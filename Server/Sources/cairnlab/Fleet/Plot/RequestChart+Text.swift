import ToolSupport
extension RequestChart {
  private static let height = 6
  private static let margin = 8
  private static let blocks = Array(" ▁▂▃▄▅▆▇█")

  /// Returns the chart for a terminal: a column shows the maximum of several seconds.
  func lines(width: Int) -> [String] {
    let room = max(20, min(width, 120) - Self.margin - 2)
    let seconds = max(1, (length + room - 1) / room)
    let title = "  Requests per second; a column is the maximum of \(seconds) s"
    let bodies = series.flatMap { ["  \($0.title)"] + body($0, seconds) }
    let note = limit == nil ? [] : ["  ┄ 3 times the steady rate of the fleet as shipped"]
    return [title, ""] + bodies + note + [""]
  }

  private func body(_ series: Series, _ seconds: Int) -> [String] {
    let columns = stride(from: 0, to: series.values.count, by: seconds).map {
      series.values[$0..<min($0 + seconds, series.values.count)].max() ?? 0
    }
    let rows = (0..<Self.height).reversed().map { row($0, columns) }
    return rows + [axis(columns.count), marks(columns.count, seconds)]
  }

  /// Returns a row; the lowest one is 0.
  private func row(_ row: Int, _ columns: [Int]) -> String {
    let label = row == Self.height - 1 ? top.grouped : ""
    let empty: Character = row == limitRow ? "┄" : " "
    let cells = columns.map { value -> Character in
      let level = eighths(Double(value)) - row * 8
      return level > 0 ? Self.blocks[min(level, 8)] : empty
    }
    return Self.right(label) + " │" + String(cells)
  }

  /// Returns the height in eighths, at least one for a value above 0.
  private func eighths(_ value: Double) -> Int {
    let share = value / Double(max(1, top))
    return value > 0 ? max(1, Int((share * Double(Self.height * 8)).rounded())) : 0
  }

  private var limitRow: Int? {
    limit.map { eighths($0) / 8 }.flatMap { $0 < Self.height ? $0 : nil }
  }

  private func axis(_ columns: Int) -> String {
    Self.right("0") + " └" + String(repeating: "─", count: columns)
  }

  private func marks(_ columns: Int, _ seconds: Int) -> String {
    var line = Array(repeating: Character(" "), count: columns + 12)
    let step = step(marks: max(2, columns / 9))
    var second = 0
    while second < start + length {
      let text = second == 0 ? "▲ back" : "+\(second / 60) min"
      let place = (second - start) / seconds
      if place + text.count <= columns {
        line.replaceSubrange(place..<place + text.count, with: text)
      }
      second += step
    }
    let text = String(line.prefix(columns))
    return String(repeating: " ", count: Self.margin + 1) + text
  }

  private static func right(_ text: String) -> String {
    String(repeating: " ", count: max(0, margin - 1 - text.count)) + text
  }
}
