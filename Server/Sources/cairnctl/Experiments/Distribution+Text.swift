import ToolSupport
import Cairn
import Foundation

extension Distribution {
  /// Returns a bar for each variation, as wide as the terminal permits.
  func text(on terminal: Terminal) -> String {
    let names = shares.map { String(($0.variation ?? "nobody").prefix(20)) }
    let width = names.map(\.count).max() ?? 0
    // The text beside the bar: two percentages and a count.
    let room = max(8, min(terminal.width, 100) - width - 34)
    let most = shares.map { Double($0.visitors) }.max() ?? 1
    let lines = zip(names, shares).compactMap { name, share -> String? in
      if share.variation == nil, share.visitors == 0, share.allotted == 0 { return nil }
      let bar = Self.bar(Double(share.visitors) / max(most, 1), room)
      return [
        "  " + name.padded(to: width), percent(share.allotted), terminal.green(bar),
        percent(Double(share.visitors) / Double(visitors)), share.visitors.grouped.led(to: 9),
      ].joined(separator: " ")
    }
    let heading = terminal.bold(key) + " (\(id), \(layout)), \(visitors.grouped) visitors"
    let head = "  " + "".padded(to: width) + " allot" + "ted".padded(to: room + 4) + " got"
    return ([heading, terminal.dim(head)] + lines + [verdict(terminal)]).joined(separator: "\n")
  }

  private func verdict(_ terminal: Terminal) -> String {
    let test = String(format: "chi-square %.2f, p %.4f: ", chiSquare, probability)
    return "  " + test
      + (isProbable ? terminal.green("as allotted") : terminal.red("not as allotted"))
  }

  private func percent(_ share: Double) -> String { String(format: "%6.2f %%", share * 100) }

  /// Returns a bar in eighths of a character, which make small differences visible.
  private static func bar(_ share: Double, _ width: Int) -> String {
    let eighths = Int((share * Double(width * 8)).rounded())
    let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    let bar = String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
    return bar.padded(to: width)
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  fileprivate func led(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
