/// Draws numbers with block characters.
enum Sparkline {
  private static let heights: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  private static let widths: [Character] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]

  /// Returns one character for each value; a space for 0.
  static func text(_ values: [Int], max most: Int? = nil) -> String {
    let most = Swift.max(1, most ?? values.max() ?? 1)
    return String(
      values.map { value in
        value <= 0 ? " " : heights[Swift.min(7, (value * 8 - 1) / most)]
      })
  }

  /// Returns a bar whose full length is `width` characters.
  static func bar(_ value: Int, of most: Int, width: Int) -> String {
    let eighths = most > 0 ? (value * width * 8 + most / 2) / most : 0
    if value > 0, eighths == 0 { return String(widths[0]) }
    let rest = eighths % 8
    return String(repeating: "█", count: eighths / 8) + (rest > 0 ? String(widths[rest - 1]) : "")
  }
}

/// Writes values that are separated by commas (RFC 4180).
enum CSV {
  static func text(_ rows: [[String]]) -> String {
    rows.map { $0.map(field).joined(separator: ",") + "\r\n" }.joined()
  }

  // A program for tables would take a text that begins with one of these for a formula.
  private static func field(_ text: String) -> String {
    var text = text
    if let first = text.first, "=+-@\t\r".contains(first), Double(text) == nil {
      text = "'" + text
    }
    guard text.contains(where: { ",\"\r\n\r\n".contains($0) }) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
