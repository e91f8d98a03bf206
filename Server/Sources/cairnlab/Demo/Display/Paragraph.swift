/// A list with a title, broken into lines.
enum Paragraph {
  static func lines(_ title: String, _ items: [String], width: Int) -> [String] {
    let margin = String(repeating: " ", count: title.count)
    var lines: [String] = []
    var line = "  \(title) "
    for (index, item) in items.enumerated() {
      let text = index + 1 < items.count ? item + "," : item
      if line.count + 1 + text.count > width {
        lines.append(line)
        line = "  \(margin) "
      }
      line += " " + text
    }
    return lines + [line]
  }
}
