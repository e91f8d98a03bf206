/// A progress bar of block characters.
enum Bar {
  static func text(_ count: Int, of goal: Int, width: Int) -> String {
    let share = goal > 0 ? min(1, Double(count) / Double(goal)) : 1
    let filled = Int(share * Double(width))
    return String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
  }
}

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

extension String {
  /// Returns the text with spaces after it, at least as wide as `width`.
  func aligned(_ width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }

  /// Returns the text with spaces before it, at least as wide as `width`.
  func alignedRight(_ width: Int) -> String {
    String(repeating: " ", count: Swift.max(0, width - count)) + self
  }
}
