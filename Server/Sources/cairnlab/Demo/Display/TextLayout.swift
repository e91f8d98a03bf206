/// How much of something is done, in blocks.
enum Bar {
  static func text(_ count: Int, of goal: Int, width: Int) -> String {
    let share = goal > 0 ? min(1, Double(count) / Double(goal)) : 1
    let filled = Int(share * Double(width))
    return String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
  }
}

/// A list behind a title, broken into lines.
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
  /// At least so wide, with spaces behind.
  func aligned(_ width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }

  /// At least so wide, with spaces before.
  func alignedRight(_ width: Int) -> String {
    String(repeating: " ", count: Swift.max(0, width - count)) + self
  }
}
