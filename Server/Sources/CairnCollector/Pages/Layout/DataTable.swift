/// A table of a page, which is also available as CSV and as JSON.
struct DataTable: Sendable {
  struct Column: Sendable {
    /// The name in CSV and JSON.
    var name: String
    var title: String
    var isNumeric = false
  }

  enum Cell: Sendable {
    case text(String, PageLink? = nil)
    /// A text that was not written by a sender, and may break between words only.
    case label(String)
    case number(Int)
    /// A part of a whole.
    case share(Int, of: Int)
    /// Microseconds since 1970.
    case time(Int64)
    case day(Int64)
    /// Microseconds.
    case duration(Int64)
    case state(String, State)
    case none
  }

  enum State: String, Sendable {
    case good, quiet, warn, bad
  }

  /// The name of the file; letters and hyphens.
  var name: String
  var caption: String
  var columns: [Column]
  var rows: [[Cell]] = []
  /// The text in place of a table without rows.
  var empty: HTML = "Nothing here yet."

  /// Returns the element, which can be scrolled sideways on narrow screens.
  func html(_ zone: ZonedTime) -> HTML {
    guard !rows.isEmpty else { return "<p class=\"empty\">\(empty)</p>" }
    let heads = columns.map { column -> HTML in
      column.isNumeric
        ? "<th scope=\"col\" class=\"n\">\(column.title)</th>"
        : "<th scope=\"col\">\(column.title)</th>"
    }
    let body = rows.map { row -> HTML in
      "<tr>\(zip(row, columns).map { Self.cell($0, $1, zone) })</tr>\n"
    }
    let width: HTML = columns.count > 2 ? "" : " short"
    return """
      <div class="scroll\(width)" role="region" aria-label="\(caption)" tabindex="0"><table>
      <caption>\(caption)</caption>
      <thead><tr>\(heads)</tr></thead>
      <tbody>
      \(body)</tbody></table></div>
      """
  }

  private static func cell(_ cell: Cell, _ column: Column, _ zone: ZonedTime) -> HTML {
    let content = cell.html(zone)
    return column.isNumeric ? "<td class=\"n\">\(content)</td>" : "<td>\(content)</td>"
  }
}

extension DataTable.Cell {
  /// The maximum number of characters of a text in a page; files have all of it.
  static let maximumCharacters = 160

  fileprivate func html(_ zone: ZonedTime) -> HTML {
    switch self {
    case .text(let text, let link?):
      return "<a href=\"\(link)\"><bdi>\(text.shortened(to: Self.maximumCharacters))</bdi></a>"
    case .text(let text, nil): return "<bdi>\(text.shortened(to: Self.maximumCharacters))</bdi>"
    case .label(let text): return "\(text)"
    case .number(let number): return "\(Words.number(number))"
    case .share(let part, let whole): return "\(Words.share(part, of: whole))"
    case .time(let time):
      return "<time datetime=\"\(zone.exact(time))\">\(zone.text(time))</time>"
    case .day(let time): return "<time datetime=\"\(zone.day(time))\">\(zone.day(time))</time>"
    case .duration(let time): return "\(Words.duration(time))"
    case .state(let text, let state): return "<span class=\"tag \(state.rawValue)\">\(text)</span>"
    case .none: return "<span class=\"quiet\">–</span>"
    }
  }
}
