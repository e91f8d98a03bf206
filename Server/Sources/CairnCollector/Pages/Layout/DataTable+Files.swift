extension DataTable {
  /// Returns the table as CSV (RFC 4180).
  func csv(_ zone: ZonedTime) -> String {
    let head = columns.map { Self.quoted($0.name) }
    let lines = [head] + rows.map { row in row.map { $0.csv(zone) } }
    return lines.map { $0.joined(separator: ",") + "\r\n" }.joined()
  }

  /// Returns the table as a JSON array with an object for each row.
  func json(_ zone: ZonedTime) -> String {
    let objects = rows.map { row in
      // A name may contain a value of a property.
      let members = zip(row, columns).map { cell, column in
        "\(JSONText.encode(column.name)):\(cell.json(zone))"
      }
      return "{\(members.joined(separator: ","))}"
    }
    return "[\(objects.joined(separator: ",\n"))]\n"
  }

  /// Returns a field; a text that a spreadsheet would read as a formula begins with an apostrophe.
  static func quoted(_ text: String) -> String {
    let isBlank: (Unicode.Scalar) -> Bool = { $0.properties.isWhitespace || $0 == "\u{FEFF}" }
    let first = text.unicodeScalars.first { !isBlank($0) }
    // The last four are the wide forms of the first four.
    let isFormula =
      text.unicodeScalars.first.map { "\t\r\n".unicodeScalars.contains($0) } ?? false
      || first.map { "=+-@＝＋－＠".unicodeScalars.contains($0) } ?? false
    let safe = isFormula ? "'" + text : text
    let needsQuotes = safe.unicodeScalars.contains { "\",;\r\n\t' ".unicodeScalars.contains($0) }
    return needsQuotes ? "\"" + safe.replacing("\"", with: "\"\"") + "\"" : safe
  }
}

extension DataTable.Cell {
  fileprivate func csv(_ zone: ZonedTime) -> String {
    switch self {
    case .text(let text, _), .label(let text), .state(let text, _): DataTable.quoted(text)
    case .number(let number): "\(number)"
    case .share(let part, let whole): Self.ratio(part, whole) ?? ""
    case .time(let time): zone.exact(time)
    case .day(let time): zone.day(time)
    case .duration(let time): "\(Double(time) / 1_000_000)"
    case .none: ""
    }
  }

  fileprivate func json(_ zone: ZonedTime) -> String {
    switch self {
    case .text(let text, _), .label(let text), .state(let text, _): JSONText.encode(text)
    case .number(let number): "\(number)"
    case .share(let part, let whole): Self.ratio(part, whole) ?? "null"
    case .time(let time): JSONText.encode(zone.exact(time))
    case .day(let time): JSONText.encode(zone.day(time))
    case .duration(let time): "\(Double(time) / 1_000_000)"
    case .none: "null"
    }
  }

  private static func ratio(_ part: Int, _ whole: Int) -> String? {
    whole > 0 ? "\((Double(part) / Double(whole) * 10_000).rounded() / 10_000)" : nil
  }
}
