import Foundation
import ToolSupport

/// A chart of the events a second by batch and number of connections, beside those of the engine
/// alone.
struct CollectChart: Sendable {
  private struct Bar {
    var label: String
    var value: Int
    var color: String
  }

  private static let (left, top, bottom) = (76.0, 64.0, 300.0)
  private static let (width, gap) = (46.0, 34.0)
  private static let colors = ["#93c5fd", "#3b82f6", "#1d4ed8", "#1e3a8a"]
  private static let colorAlone = "#9ca3af"

  private let groups: [(title: String, bars: [Bar])]
  private let title: String
  /// The greatest value of the scale.
  private let most: Int

  init(_ report: CollectReport) {
    title = "Events stored in a second: \(report.engine)"
    groups = report.batches.map { batch in
      let loads = zip(batch.loads, 0...).map { load, index in
        Bar(
          label: "\(load.connections)", value: load.events.perSecond,
          color: Self.colors[min(index, Self.colors.count - 1)])
      }
      let alone = Bar(label: "alone", value: batch.alone.perSecond, color: Self.colorAlone)
      return ("batches of \(batch.size)", loads + [alone])
    }
    let greatest = groups.flatMap(\.bars).map(\.value).max() ?? 0
    most = max(1, (greatest + 19_999) / 20_000 * 20_000)
  }

  private var groupWidth: Double { Double(groups.map(\.bars.count).max() ?? 0) * Self.width }

  /// The image, which follows the reader's choice of light or dark.
  var svg: String {
    let end = Self.left + Double(groups.count) * (groupWidth + Self.gap) + 10
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(end)) 360" role="img" \
      font-family="sans-serif" font-size="12">
      <title>\(title)</title>
      <style>
      .page { fill: #ffffff } text { fill: #1f2937 } line { stroke: #d1d5db }
      @media (prefers-color-scheme: dark) {
      .page { fill: #0d1117 } text { fill: #e5e7eb } line { stroke: #374151 } }
      </style>
      <rect class="page" width="100%" height="100%"/>
      <text x="\(Self.text(Self.left))" y="26" font-size="15" font-weight="bold">\(title)</text>
      <text x="\(Self.text(Self.left))" y="46">by number of connections; alone: the engine without \
      a collector</text>
      \((grid(end) + groups.enumerated().flatMap(group)).joined(separator: "\n"))
      </svg>

      """
  }

  private func grid(_ end: Double) -> [String] {
    (0...4).map { quarter in
      let value = most * quarter / 4
      let place = Self.text(y(value))
      return "<line x1=\"\(Self.text(Self.left))\" x2=\"\(Self.text(end - 10))\" y1=\"\(place)\" "
        + "y2=\"\(place)\"/><text x=\"\(Self.text(Self.left - 8))\" y=\"\(place)\" dy=\"4\" "
        + "text-anchor=\"end\">\(value.grouped)</text>"
    }
  }

  private func group(_ index: Int, _ group: (title: String, bars: [Bar])) -> [String] {
    let start = Self.left + Self.gap / 2 + Double(index) * (groupWidth + Self.gap)
    let bars = group.bars.enumerated().map { place, bar in
      let x = start + Double(place) * Self.width
      let middle = Self.text(x + (Self.width - 8) / 2)
      return """
        <rect x="\(Self.text(x))" y="\(Self.text(y(bar.value)))" \
        width="\(Self.text(Self.width - 8))" \
        height="\(Self.text(Self.bottom - y(bar.value)))" fill="\(bar.color)" rx="2"/>\
        <text x="\(middle)" y="\(Self.text(y(bar.value) - 5))" text-anchor="middle" \
        font-size="11">\((bar.value + 500) / 1_000)k</text>\
        <text x="\(middle)" y="316" text-anchor="middle" font-size="11">\(bar.label)</text>
        """
    }
    let middle = Self.text(start + Double(group.bars.count) * Self.width / 2)
    return bars + ["<text x=\"\(middle)\" y=\"340\" text-anchor=\"middle\">\(group.title)</text>"]
  }

  private func y(_ value: Int) -> Double {
    Self.bottom - Double(value) / Double(most) * (Self.bottom - Self.top)
  }

  private static func text(_ number: Double) -> String { String(format: "%.1f", number) }
}
