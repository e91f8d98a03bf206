/// A chart of numbers over time: bars for one series, lines for several.
///
/// It is drawn for three widths of the screen, so that its texts keep their size.
struct TimeChart: Sendable {
  struct Line: Sendable {
    var label: String
    var values: [Int]
  }

  /// The maximum number of series, which have different colors.
  static let maxLines = 9

  var title: String
  /// The label of each point: the short one of the axis, and the full one.
  var points: [(short: String, full: String)]
  var lines: [Line]
  /// The noun of the numbers, such as `events`.
  var noun: String

  /// Returns the chart with its legend; the table beside it has the numbers.
  var html: HTML {
    """
    <figure class="chart"><figcaption>\(title)</figcaption>\(legend)
    \(ChartFrame.all.map(drawing))</figure>
    """
  }

  private var legend: HTML {
    guard lines.count > 1 else { return "" }
    let items = lines.prefix(Self.maxLines).enumerated().map { index, line -> HTML in
      """
      <li><span class="key c\(index)" aria-hidden="true"></span>\
      <bdi>\(line.label.shortened(to: 40))</bdi></li>
      """
    }
    return "<ul class=\"legend\" aria-label=\"Series\">\(items)</ul>"
  }

  private func drawing(_ frame: ChartFrame) -> HTML {
    let scale = ChartScale(upTo: lines.flatMap(\.values).max() ?? 0)
    let marks = lines.count == 1 ? bars(frame, scale) : curves(frame, scale)
    return """
      <svg class="\(frame.name)" viewBox="0 0 \(frame.width) \(frame.height)" role="img" \
      aria-label="\(title): \(summary)">\(grid(frame, scale))\(axis(frame))\(marks)</svg>
      """
  }

  private var summary: String {
    let parts = lines.prefix(Self.maxLines).map { line in
      let highest = line.values.max() ?? 0
      let index = line.values.firstIndex(of: highest) ?? 0
      let place = index < points.count ? points[index] : nil
      return "\(line.label.shortened(to: 40)), highest \(highest)"
        + (place.map { " at \($0.full)" } ?? "")
    }
    return parts.joined(separator: "; ")
  }

  private func grid(_ frame: ChartFrame, _ scale: ChartScale) -> HTML {
    let lines = scale.ticks.map { tick -> HTML in
      let y = frame.y(tick, scale)
      return """
        <line class="grid" x1="\(frame.left)" x2="\(frame.right)" y1="\(y)" y2="\(y)"/>\
        <text class="tick" x="\(frame.left - 8)" y="\(y + 4)" text-anchor="end">\
        \(Self.short(tick))</text>
        """
    }
    return "\(lines)"
  }

  private func axis(_ frame: ChartFrame) -> HTML {
    guard !points.isEmpty else { return "" }
    // A digit is 7 wide.
    let longest = points.map(\.short.count).max() ?? 0
    let most = max(2, frame.plotWidth / (7 * longest + 30))
    let step = max(1, (points.count + most - 1) / most)
    let texts = stride(from: 0, to: points.count, by: step).map { index -> HTML in
      """
      <text class="tick" x="\(frame.center(index, of: points.count))" \
      y="\(frame.bottom + 20)" text-anchor="middle">\(points[index].short)</text>
      """
    }
    return "\(texts)"
  }

  private func bars(_ frame: ChartFrame, _ scale: ChartScale) -> HTML {
    let values = lines.first?.values ?? []
    let marks = values.prefix(points.count).enumerated().map { index, value -> HTML in
      let (start, width) = frame.slot(index, of: points.count)
      let y = frame.y(value, scale)
      return """
        <g class="bar"><rect class="hit" x="\(start)" y="\(frame.top)" width="\(width)" \
        height="\(frame.bottom - frame.top)"/><rect class="f0" x="\(start + Self.gap(width))" \
        y="\(y)" width="\(max(1, width - 2 * Self.gap(width)))" \
        height="\(max(0, frame.bottom - y))" rx="\(width > 12 ? 3 : 0)"/>\
        <title>\(points[index].full): \(Words.number(value)) \(noun)</title></g>
        """
    }
    return "\(marks)"
  }

  private func curves(_ frame: ChartFrame, _ scale: ChartScale) -> HTML {
    let paths = lines.prefix(Self.maxLines).enumerated().map { number, line -> HTML in
      let places = line.values.prefix(points.count).enumerated().map { index, value in
        "\(frame.center(index, of: points.count)),\(frame.y(value, scale))"
      }
      return "<polyline class=\"l\(number)\" points=\"\(places.joined(separator: " "))\"/>"
    }
    let slots = points.indices.map { index -> HTML in
      let (start, width) = frame.slot(index, of: points.count)
      let texts = lines.prefix(Self.maxLines).map { line in
        "\(line.label.shortened(to: 40)): \(index < line.values.count ? line.values[index] : 0)"
      }
      return """
        <g class="bar"><rect class="hit" x="\(start)" y="\(frame.top)" width="\(width)" \
        height="\(frame.bottom - frame.top)"/>\
        <title>\(points[index].full)\n\(texts.joined(separator: "\n"))</title></g>
        """
    }
    return "\(paths)\(slots)"
  }

  private static func gap(_ width: Int) -> Int { width > 12 ? width / 7 : width > 3 ? 1 : 0 }

  /// Returns `1.5k` for 1,500.
  static func short(_ value: Int) -> String {
    switch value {
    case ..<10_000: Words.number(value)
    case ..<1_000_000: "\(value / 1_000)k"
    case ..<10_000_000: "\(value / 1_000_000).\(value / 100_000 % 10)M"
    case ..<1_000_000_000: "\(value / 1_000_000)M"
    default: "\(value / 1_000_000_000)G"
    }
  }
}

/// The places in a drawing.
struct ChartFrame: Sendable {
  static let all = [
    ChartFrame(width: 1_160, height: 320, name: "wide"),
    ChartFrame(width: 760, height: 280, name: "middle"),
    ChartFrame(width: 340, height: 230, name: "narrow"),
  ]

  let width: Int
  let height: Int
  let name: String
  let left = 52
  let top = 12

  var right: Int { width - 8 }
  var bottom: Int { height - 30 }
  var plotWidth: Int { right - left }

  func y(_ value: Int, _ scale: ChartScale) -> Int {
    let part = Double(min(max(0, value), scale.top)) / Double(scale.top)
    return bottom - Int((part * Double(bottom - top)).rounded())
  }

  func center(_ index: Int, of count: Int) -> Int {
    left + (2 * index + 1) * plotWidth / (2 * max(1, count))
  }

  func slot(_ index: Int, of count: Int) -> (start: Int, width: Int) {
    let start = left + index * plotWidth / max(1, count)
    return (start, max(1, left + (index + 1) * plotWidth / max(1, count) - start))
  }
}
